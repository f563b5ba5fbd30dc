import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'

/** Shows the recovery codes once. */
export function RecoveryCodeList({ codes, onConfirm }: { codes: string[]; onConfirm: () => void }) {
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-160">
        Two-step verification is on. Keep these recovery codes in a safe place away from your phone. Each of
        them can be used once instead of a code. They are not shown again.
      </p>
      <ul aria-label="Recovery codes" className="grid gap-x-8 gap-y-1 xl:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyField label="All codes" value={codes.join(' ')} />
      <Button variant="secondary" onClick={onConfirm}>
        I have saved these codes
      </Button>
    </div>
  )
}
