import { LineSign } from './line-sign.tsx'

/** A rating in whole stars, said once for those who cannot see it. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span
      role="img"
      aria-label={`${rating} of 5 stars`}
      className="inline-flex gap-px text-dim in-[.on-dark]:text-dim-dark"
    >
      {[1, 2, 3, 4, 5].map((star) => (
        <LineSign key={star} sign="star" size={18} strokeWidth={1.4} filled={star <= rating} />
      ))}
    </span>
  )
}
