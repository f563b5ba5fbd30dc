import { z } from 'zod'
import { FORM_LIMITS } from '../enquiry/form-limits.ts'
import { formatCount } from '../format.ts'
import { SearchText } from '../item/item.ts'
import { TextWithoutNul } from '../text-without-nul.ts'
import { REVIEW_STATUSES } from './review-status.ts'

const optionalName = TextWithoutNul.trim()
  .max(FORM_LIMITS.nameLength, `This is longer than ${FORM_LIMITS.nameLength} characters.`)
  .default('')

/** A review from the review form; only the text is required (decision 0013). */
export const ReviewBody = z.object({
  rating: z.number().int().min(1).max(5).optional(),
  text: TextWithoutNul.trim()
    .min(1, 'Enter your review.')
    .max(
      FORM_LIMITS.reviewLength,
      `This is longer than ${formatCount(FORM_LIMITS.reviewLength)} characters.`,
    ),
  name: optionalName,
  position: optionalName,
  company: optionalName,
  notice: z
    .string()
    .max(60)
    .optional()
    .meta({ description: 'The version of the privacy notice that the form showed' }),
  homepage: z
    .string()
    .max(0, 'Leave the homepage field empty.')
    .optional()
    .meta({ description: 'A honeypot: invisible to people, must be empty' }),
})
export type ReviewBody = z.infer<typeof ReviewBody>

export const ReviewReply = z.object({ id: z.string(), message: z.string() })

/** A published review; the home page shows it among the testimonials. */
export const PublishedReview = z.object({
  id: z.string(),
  rating: z.number().int().nullable(),
  text: z.string(),
  name: z.string(),
  position: z.string(),
  company: z.string(),
})
export type PublishedReview = z.infer<typeof PublishedReview>

/** Whether staff have published or rejected a review (decision 0013). */
export const ReviewStatus = z.enum(REVIEW_STATUSES)
export type ReviewStatus = z.infer<typeof ReviewStatus>

/** A review as staff see it. Its text cannot be changed. */
export const Review = PublishedReview.extend({
  status: ReviewStatus,
  createdAt: z.string(),
  notice: z.string().meta({ description: 'As that of an enquiry' }),
})
export type Review = z.infer<typeof Review>

export const ReviewQuery = z.object({
  status: ReviewStatus.optional(),
  search: SearchText.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
})
export type ReviewQuery = z.infer<typeof ReviewQuery>

/** One page of reviews, newest first. `counts` is the number of all reviews by status, independent of the search. */
export const ReviewPage = z.object({
  reviews: z.array(Review),
  counts: z.record(ReviewStatus, z.number().int()),
})
export type ReviewPage = z.infer<typeof ReviewPage>

export const ReviewDecision = z.strictObject({ status: ReviewStatus })
