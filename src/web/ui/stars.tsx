import { StarRow } from './outline-icon.tsx'

/** A rating in whole stars, said once for those who cannot see it. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span
      role="img"
      aria-label={`${rating} of 5 stars`}
      className="inline-flex text-dim in-[.on-dark]:text-dim-dark"
    >
      <StarRow filled={rating} />
    </span>
  )
}
