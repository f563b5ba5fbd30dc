import { CogIcon } from './cog-icon.tsx'

/** A turning cog with what is being waited for. */
export function Spinner({ label }: { label: string }) {
  return (
    <p role="status" className="flex flex-col items-center gap-3 py-16 font-head text-label text-muted">
      <CogIcon className="size-10 text-link" />
      {label}
    </p>
  )
}
