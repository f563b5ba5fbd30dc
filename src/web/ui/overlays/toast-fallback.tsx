/** A plain toast for the time until the toast component is loaded, or if it cannot be loaded. */
export function ToastFallback({ title, description }: { title: string; description?: string | undefined }) {
  return (
    <div
      role="alert"
      className="on-dark fixed top-(--toast-top) right-(--toast-right) bottom-(--toast-bottom) left-(--toast-left) z-50 w-[min(24rem,calc(100vw-2rem))] rounded-lg bg-marine-deep p-4 text-on-dark shadow-float"
    >
      <p className="font-head font-semibold text-control-lg leading-tight">{title}</p>
      {description && <p className="mt-1 text-sm">{description}</p>}
    </div>
  )
}
