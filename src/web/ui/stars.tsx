import { StarRow } from './icons/outline-icon.tsx'

/** A rating in stars and parts of one, with one text for screen readers. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span
      role="img"
      aria-label={`${rating} of 5 stars`}
      className="inline-flex text-dim in-[.on-dark]:text-dim-dark"
    >
      <StarRow rating={rating} />
    </span>
  )
}
