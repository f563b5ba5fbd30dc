import { Trash2 } from 'lucide-react'
import { formatLongDate } from '#contracts/format.ts'
import type { Review, ReviewStatus } from '#contracts/site-content/review.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Stars } from '../../../ui/stars.tsx'

interface ReviewCardProps {
  review: Review
  onDecide: (status: ReviewStatus) => void
  onDelete: () => void
}

/** The name that staff see; a review need not have one. */
export const getReviewAuthor = ({ name }: Review): string => name || 'Anonymous customer'

/** A review with the buttons to publish, reject or delete it. */
export function ReviewCard({ review, onDecide, onDelete }: ReviewCardProps) {
  const { rating, text, position, company, createdAt, status, notice } = review
  const author = getReviewAuthor(review)
  const affiliation = [position, company].filter(Boolean).join(', ')
  return (
    <li>
      <article aria-label={`Review by ${author}`} className="rounded-lg border border-line bg-surface p-5">
        <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm">
          {rating === null ? <span>No rating</span> : <Stars rating={rating} />}
          <time dateTime={createdAt}>{formatLongDate(createdAt)}</time>
        </div>
        <p className="max-w-prose whitespace-pre-line">{text}</p>
        <div className="mt-4 flex flex-wrap items-end justify-between gap-3">
          <p>
            <span className="block font-semibold">{author}</span>
            {affiliation && <span className="block text-muted text-sm">{affiliation}</span>}
            {notice && <span className="block text-muted text-sm">{`Agreed to: ${notice}`}</span>}
          </p>
          <div className="flex flex-wrap items-center gap-2">
            <IconButton label={`Delete the review by ${author}`} variant="ghost" onClick={onDelete}>
              <Trash2 aria-hidden="true" size={18} />
            </IconButton>
            {status !== 'declined' && (
              <Button variant="outline" onClick={() => onDecide('declined')}>
                Reject
              </Button>
            )}
            {status !== 'published' && (
              <Button variant="secondary" onClick={() => onDecide('published')}>
                Publish
              </Button>
            )}
          </div>
        </div>
      </article>
    </li>
  )
}
