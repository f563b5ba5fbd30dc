/** A placeholder of the size of content that is loading, so that the layout does not shift. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block rounded-sm bg-surface-sunken ${className}`} />
}
