import { z } from 'zod'

/** A text without null characters, which PostgreSQL cannot store. Its length is not limited: callers add `max`. */
export const TextWithoutNul = z
  .string()
  .refine((text) => !text.includes('\0'), 'A text cannot contain a null character.')
