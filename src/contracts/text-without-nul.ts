import { z } from 'zod'

/** As `TextWithoutNul`, with another sentence about what is no text. */
export const textWithoutNul = (error?: z.core.$ZodErrorMap) =>
  z
    .string(error && { error })
    .refine((text) => !text.includes('\0'), 'A text cannot contain a null character.')

/** A text without null characters, which PostgreSQL cannot store. Its length is not limited: callers add `max`. */
export const TextWithoutNul = textWithoutNul()
