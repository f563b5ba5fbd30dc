import { z } from 'zod'

/** Any text but one with a null character, which PostgreSQL cannot store. Its bounds are up to whoever uses it. */
export const TextWithoutNul = z
  .string()
  .refine((text) => !text.includes('\0'), 'A text cannot contain a null character.')
