import { t } from '#messages/messages.ts'
import { StarRow } from './icons/outline-icon.tsx'

/** A rating in stars and parts of one, with one text for screen readers. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span
      role="img"
      aria-label={t('{rating} of 5 stars', { rating: String(rating) })}
      className="inline-flex text-dim in-[.on-dark]:text-dim-dark"
    >
      <StarRow rating={rating} />
    </span>
  )
}
