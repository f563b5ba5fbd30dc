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
  homepage: z
    .string()
    .max(0, 'Please leave the field for your homepage empty: only programs fill it in.')
    .optional()
    .meta({ description: 'Always empty; nobody sees the field, but programs fill it in' }),
})
export type ReviewBody = z.infer<typeof ReviewBody>

export const ReviewReply = z.object({ id: z.string(), message: z.string() })

/** A review that staff published; it stands among the testimonials. */
export const PublishedReview = z.object({
  id: z.string(),
  rating: z.number().int().nullable(),
  text: z.string(),
  name: z.string(),
  position: z.string(),
  company: z.string(),
})
export type PublishedReview = z.infer<typeof PublishedReview>
