import { type ReactNode, type SubmitEvent, useRef } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '#contracts/format.ts'
import { UnsavedChangesPrompt } from '#web/admin/editing/unsaved-changes-prompt.tsx'
import { useShortcut } from '#web/admin/shell/navigation/shortcuts.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { usePendingUploads } from '../documents/use-document-uploads.ts'
import { useUnsavedPoints } from '../relations/unsaved-points.ts'
import type { ItemFormState } from './use-item-form.ts'

const ADD_ANOTHER = 'another'

interface FormShellProps {
  form: ItemFormState
  submitText: string
  /** The list that Cancel opens, and the state of its history entry. */
  cancelTo: string
  cancelState: unknown
  saving: boolean
  /** Shown after a save without a response. */
  advice: string | undefined
  /** Whether a further item can be entered after saving. */
  canAddAnother: boolean
  onSubmit: (addAnother: boolean) => void
  children: ReactNode
}

/** The frame of the item forms: saving by button or Ctrl+S, the draft of an earlier visit, and the prompt before leaving. */
export function FormShell({
  form,
  submitText,
  cancelTo,
  cancelState,
  saving,
  advice,
  canAddAnother,
  onSubmit,
  children,
}: FormShellProps) {
  const element = useRef<HTMLFormElement>(null)
  const hasUploads = usePendingUploads()
  const hasPoints = useUnsavedPoints()
  useShortcut({ keys: 'Ctrl+S', label: 'Save', run: () => element.current?.requestSubmit() })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit((event.nativeEvent.submitter as HTMLButtonElement | null)?.value === ADD_ANOTHER)
  }
  return (
    <>
      <UnsavedChangesPrompt
        unsaved={form.unsaved || hasUploads || hasPoints}
        {...(hasUploads
          ? { message: 'Some documents are not uploaded yet. They are lost if you leave now.' }
          : hasPoints && {
              message:
                'The changes of an assembly drawing have not been saved. They are lost if you leave now.',
            })}
        onLeave={form.discard}
      />
      {form.recoveredDraft && <RecoveredDraftBanner form={form} />}
      {form.copyNotice && (
        <p className="mb-4 max-w-224 rounded-lg border border-link bg-marine-soft px-5 py-3">
          {form.copyNotice}
        </p>
      )}
      <form ref={element} onSubmit={submit} className="grid max-w-224 gap-4">
        {/* Input during a save would be lost after it. */}
        <fieldset disabled={saving} className="grid min-w-0 gap-4">
          {children}
        </fieldset>
        {advice && (
          <p role="status" className="text-danger">
            {advice}
          </p>
        )}
        <div className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center gap-3 border-line border-t bg-surface-grey px-4 py-3">
          <Button type="submit" disabled={saving}>
            {saving ? 'Saving...' : submitText}
          </Button>
          {canAddAnother && (
            <Button type="submit" name="next" value={ADD_ANOTHER} variant="outline" disabled={saving}>
              Save and add another
            </Button>
          )}
          <Link to={cancelTo} state={cancelState} className={buttonClass('outline')}>
            Cancel
          </Link>
          <span className="text-muted text-sm">{form.unsaved && 'Unsaved changes (Ctrl+S to save)'}</span>
        </div>
      </form>
    </>
  )
}

function RecoveredDraftBanner({ form }: { form: ItemFormState }) {
  const { recoveredDraft } = form
  if (!recoveredDraft) return null
  return (
    <section
      aria-label="Unsaved draft"
      className="mb-4 flex max-w-224 flex-wrap items-center gap-3 rounded-lg border border-link bg-marine-soft px-5 py-3"
    >
      <p className="mr-auto">Unsaved draft from {formatDateTime(recoveredDraft.at)}</p>
      <Button variant="outline" size="sm" onClick={() => void form.discard()}>
        Discard
      </Button>
      <Button variant="secondary" size="sm" onClick={form.restore}>
        Restore
      </Button>
    </section>
  )
}
