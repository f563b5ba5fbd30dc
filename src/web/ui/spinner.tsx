/** An indicator of pending work with its label. Screen readers announce the label once, unless it is silent. */
export function Spinner({ label, isSilent = false }: { label: string; isSilent?: boolean }) {
  return (
    <p
      role={isSilent ? undefined : 'status'}
      className="flex flex-col items-center gap-3 py-16 font-head text-label text-muted"
    >
      <span aria-hidden="true" className="spinner" />
      {label}
    </p>
  )
}
