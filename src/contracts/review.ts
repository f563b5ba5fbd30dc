import { z } from 'zod'

const optional = (max: number) =>
  z.string().trim().max(max, `This is longer than ${max} characters.`).default('')

/** What the review form sends; nothing in it is required but some text (decision 0013). */
export const ReviewBody = z.object({
  rating: z.number().int().min(1).max(5).optional(),
  text: z
    .string()
    .trim()
    .min(1, 'Please write a few words.')
    .max(5000, 'This is longer than 5000 characters.'),
  name: optional(100),
  position: optional(100),
  company: optional(100),
})
export type ReviewBody = z.infer<typeof ReviewBody>

export const ReviewReply = z.object({ id: z.string(), message: z.string() })
