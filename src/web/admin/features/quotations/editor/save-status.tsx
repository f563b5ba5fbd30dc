import { Check, CircleAlert, CircleDashed, Clock } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import type { SaveState } from '../../../editing/edited-document.ts'
import { useQuotation, useQuotationState } from './fields.tsx'

/** Whether everything is saved, and otherwise why not. */
export function SaveStatus() {
  const editor = useQuotation()
  const { save, errors, stored } = useQuotationState()
  const isFailed = save.kind === 'failed' || save.kind === 'incomplete'
  const isUntouched = !stored && save.kind === 'saved'
  const Icon = isFailed ? CircleAlert : isUntouched ? CircleDashed : save.kind === 'saved' ? Check : Clock
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2">
      <p
        role="status"
        className={`flex min-w-0 items-start gap-1.5 text-sm ${isFailed ? 'text-danger' : 'text-muted'}`}
      >
        <Icon aria-hidden="true" size={17} className="mt-0.75 flex-none" />
        <span className="wrap-anywhere min-w-0">
          {describeSave(save, stored !== undefined, editor.waits)}
        </span>
      </p>
      {save.kind === 'unsaved' && editor.waits && (
        <Button variant="link" size="sm" onClick={() => void editor.flush()}>
          Save draft
        </Button>
      )}
      {isFailed && Object.keys(errors).length > 0 && (
        <Button variant="link" size="sm" onClick={() => editor.revealErrors()}>
          Show
        </Button>
      )}
    </div>
  )
}

function describeSave(save: SaveState, isStored: boolean, waitsForLine: boolean): string {
  if (save.kind === 'failed') return `Not saved: ${save.reason}`
  if (save.kind === 'incomplete') return `Not saved: ${save.reason} Everything else is saved.`
  if (save.kind === 'saving') return 'Saving...'
  if (save.kind === 'unsaved')
    return waitsForLine ? 'Kept on this device. It is saved with the first line.' : 'Not saved yet'
  return isStored ? 'Saved' : 'Not saved yet'
}
