/** Holds the place of what is still loading, so that nothing moves when it comes. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block rounded-sm bg-surface-sunken ${className}`} />
}
