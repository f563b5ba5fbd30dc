/** An indicator of pending work with its label. Screen readers announce the label once. */
export function Spinner({ label }: { label: string }) {
  return (
    <p role="status" className="flex flex-col items-center gap-3 py-16 font-head text-label text-muted">
      <span aria-hidden="true" className="spinner" />
      {label}
    </p>
  )
}
