import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { ConflictDialog } from '#web/admin/editing/conflicts.tsx'
import { DocumentProvider, useDocumentState } from '#web/admin/editing/document-context.tsx'
import { isDraftContinued } from '#web/admin/editing/item-drafts.ts'
import { LeaveGuard } from '#web/admin/editing/leave-guard.tsx'
import { RecoveredDraft } from '#web/admin/editing/recovered-draft.tsx'
import { useShortcut } from '#web/admin/shell/navigation/shortcuts.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import type { ItemFormState } from './use-item-form.ts'

const ADD_ANOTHER = 'another'

interface FormShellProps {
  form: ItemFormState
  submitText: string
  /** The list that Cancel opens, and the state of its history entry. */
  cancelTo: string
  cancelState: unknown
  onSubmit: (addAnother: boolean) => void
  children: ReactNode
}

/** The frame of the item form: saving by button or Ctrl+S, the draft of an earlier visit, and the prompt before leaving. */
export function FormShell({ form, submitText, cancelTo, cancelState, onSubmit, children }: FormShellProps) {
  const element = useRef<HTMLFormElement>(null)
  const { document, copyNotice } = form
  const { save, recoverable } = useDocumentState(document)
  const location = useLocation()
  const continueDraft = useEffectEvent(() => isDraftContinued(location) && document.restore())
  useEffect(() => {
    if (recoverable) continueDraft()
  }, [recoverable])
  const saving = save.kind === 'saving'
  const isUnsaved = document.isUnsaved
  useShortcut({ keys: 'Ctrl+S', label: 'Save', run: () => element.current?.requestSubmit() })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit((event.nativeEvent.submitter as HTMLButtonElement | null)?.value === ADD_ANOTHER)
  }
  return (
    <DocumentProvider value={document}>
      <LeaveGuard unsaved={isUnsaved} onLeave={document.abandon} />
      <RecoveredDraft document={document} title="Unsaved draft" />
      {copyNotice && (
        <p className="mb-4 max-w-224 rounded-lg border border-link bg-marine-soft px-5 py-3">{copyNotice}</p>
      )}
      <form ref={element} onSubmit={submit} className="grid max-w-224 gap-4">
        {/* Input during a save would be lost after it. */}
        <fieldset disabled={saving} className="grid min-w-0 gap-4">
          {children}
        </fieldset>
        {save.kind === 'failed' && save.isRetried && (
          <p role="status" className="text-danger">
            Nothing was saved. Your changes are still here: check the connection and save again.
          </p>
        )}
        <div className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center gap-3 border-line border-t bg-surface-grey px-4 py-3">
          <Button type="submit" disabled={saving}>
            {saving ? 'Saving...' : submitText}
          </Button>
          {form.id === undefined && (
            <Button type="submit" name="next" value={ADD_ANOTHER} variant="outline" disabled={saving}>
              Save and add another
            </Button>
          )}
          <Link to={cancelTo} state={cancelState} className={buttonClass('outline')}>
            Cancel
          </Link>
          <span className="text-muted text-sm">{isUnsaved && 'Unsaved changes (Ctrl+S to save)'}</span>
        </div>
      </form>
      <ConflictDialog document={document} />
    </DocumentProvider>
  )
}
