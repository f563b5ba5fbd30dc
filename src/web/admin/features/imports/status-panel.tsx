import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { ItemImportDetails } from '#contracts/bulk-data/item-import.ts'
import { countOf } from '#contracts/format.ts'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ConfirmDialog } from '../../editing/form-dialog.tsx'
import { listIncluded, needsKind } from './column-edits.ts'
import { getRowsLink, isBusy, undoPreviewQuery, useImportRequest } from './requests.ts'
import {
  canUndo,
  describeApplied,
  describeForAnnouncement,
  describeNothingToApply,
  describeObstacle,
  describeState,
  describeSuspectPrices,
  describeUndone,
  describeUndoPreview,
  formatProgress,
} from './texts.ts'

const EDGES: Partial<Record<ItemImportDetails['state'], string>> = {
  failed: 'border-l-danger',
  mapping: 'border-l-accent',
}

/**
 * What happens with the import now or what it has done, with the actions that follow. Its title takes the focus when the
 * state has changed and the control that had it is gone.
 */
export function StatusPanel({ details }: { details: ItemImportDetails }) {
  const title = useRef<HTMLHeadingElement>(null)
  const { state } = details
  const previousState = useRef(state)
  useEffect(() => {
    if (previousState.current !== state && document.activeElement === document.body) title.current?.focus()
    previousState.current = state
  }, [state])
  const announcement = useAnnouncement(details)
  return (
    <section
      aria-labelledby="import-status"
      className={`mb-4 grid gap-3 rounded-lg border border-line border-l-3 bg-surface p-5 ${EDGES[state] ?? 'border-l-marine'}`}
    >
      <h2
        ref={title}
        id="import-status"
        tabIndex={-1}
        className="scroll-mt-24 justify-self-start text-brand leading-[1.2]"
      >
        {describeState(details)}
      </h2>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <StatusContent details={details} />
    </section>
  )
}

function StatusContent({ details }: { details: ItemImportDetails }): ReactNode {
  const { state, applied, pending, counts, hasFile } = details
  switch (state) {
    case 'reading':
    case 'applying':
    case 'undoing':
    case 'deleting':
      return <ImportProgress key={state} details={details} />
    case 'mapping':
      return (
        <p>
          {needsKind(details)
            ? 'It is not clear what the file contains. Choose for each sheet whether it has machines, spare parts or services, check what its columns are used as, and then read the file.'
            : 'Several columns can be the price. Choose the one that visitors of the website may see, and then read the file.'}
        </p>
      )
    case 'ready':
      return applied > 0 ? (
        <Outcome details={details}>{describeApplied(details)}</Outcome>
      ) : (
        <>
          <p>
            {pending > 0
              ? 'Nothing has been saved yet. Check what would change, then apply it.'
              : describeNothingToApply(counts)}
          </p>
          {describeSuspectPrices(details.sheets).map((sentence) => (
            <p key={sentence} className="font-bold text-danger">
              {sentence}
            </p>
          ))}
        </>
      )
    case 'done':
      return <Outcome details={details}>{describeApplied(details)}</Outcome>
    case 'undone':
      return <Outcome details={details}>{describeUndone(details)}</Outcome>
    case 'failed':
      return (
        <>
          <p>{details.error}</p>
          {applied > 0 ? (
            <Outcome details={details}>{describeApplied(details)}</Outcome>
          ) : (
            <p>
              {hasFile ? 'Nothing was saved. Correct the file and ' : 'Nothing was saved. '}
              <Link to={ADMIN_PATHS.imports} className="text-link underline">
                {hasFile ? 'import it again' : 'Import the file again'}
              </Link>
              .
            </p>
          )}
        </>
      )
  }
}

/** What was done, with links to the items concerned and 'Undo'. */
function Outcome({ details, children }: { details: ItemImportDetails; children: string }) {
  const { state, applied, notUndone, sheets } = details
  const kinds = new Set(listIncluded(sheets).map(({ kind }) => kind!))
  return (
    <>
      <p>{children}</p>
      <div className="flex flex-wrap gap-3">
        {notUndone > 0 && (
          <Link
            to={getRowsLink({ result: 'changed-again' })}
            className={buttonClass('outline', 'sm', ' whitespace-normal')}
          >
            Show what stays
          </Link>
        )}
        {applied > 0 &&
          [...kinds].map((kind) => (
            <Link
              key={kind}
              to={`${ADMIN_PATHS.items}?kind=${kind}&sort=changed`}
              className={buttonClass('outline', 'sm')}
            >
              {`Show the ${KIND_LABELS[kind].plural}`}
            </Link>
          ))}
        {state === 'done' && applied > 0 && (
          <Link to={ADMIN_PATHS.pictureFolders} className={buttonClass('outline', 'sm')}>
            Add photographs
          </Link>
        )}
        {applied > 0 && <UndoButton details={details} />}
      </div>
    </>
  )
}

/** How far a process has come with the import. Applying and undoing can be cancelled. */
function ImportProgress({ details: { id, state, progress } }: { details: ItemImportDetails }) {
  const [isCancelled, setCancelled] = useState(false)
  const cancel = useImportRequest(id, () => setCancelled(true))
  const { done, total } = progress
  return (
    <>
      <progress
        aria-label={`${LABELS[state as keyof typeof LABELS]}: progress`}
        className="import-progress"
        // Without a value the bar shows that the total is unknown.
        {...(total > 0 && { max: total, value: done })}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted tabular-nums">
          {isCancelled
            ? `${formatProgress(progress)}. This stops after the present rows; the rest can be ${state === 'undoing' ? 'undone' : 'applied'} later.`
            : `${formatProgress(progress)}. You can close this tab; this continues.`}
        </p>
        {(state === 'applying' || state === 'undoing') && !isCancelled && (
          <Button
            variant="outline"
            size="sm"
            onClick={() => cancel.send({ action: 'cancel', title: 'Not cancelled' })}
          >
            Cancel
          </Button>
        )}
      </div>
    </>
  )
}

const LABELS = { reading: 'Reading', applying: 'Applying', undoing: 'Undoing', deleting: 'Deleting' }

/** Screen readers hear about progress this often at most, so that they can read something else meanwhile. */
const PROGRESS_INTERVAL_MS = 5000

/** The text of a live region: every change of the state at once, progress now and then. It is empty until then. */
function useAnnouncement(details: ItemImportDetails): string {
  const { state } = details
  const [announced, setAnnounced] = useState({ state, text: '' })
  if (announced.state !== state) setAnnounced({ state, text: describeForAnnouncement(details) })
  const announceProgress = useEffectEvent(() =>
    setAnnounced({ state, text: describeForAnnouncement(details) }),
  )
  const busy = isBusy(details)
  useEffect(() => {
    if (!busy) return
    const timer = setInterval(announceProgress, PROGRESS_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [busy])
  return announced.text
}

/** Undoes an import after a confirmation that says what will happen. */
function UndoButton({ details }: { details: ItemImportDetails }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Undo the import
      </Button>
      {isOpen && <UndoDialog details={details} onClose={() => setOpen(false)} />}
    </>
  )
}

interface UndoDialogProps {
  details: ItemImportDetails
  onClose: () => void
}

/** Says what the undo will do, and what will stay, as soon as the server has looked. */
function UndoDialog({ details: { id, applied, counts }, onClose }: UndoDialogProps) {
  const undo = useImportRequest(id)
  const { data: preview } = useQuery(undoPreviewQuery(id))
  const isPossible = !preview || canUndo(preview)
  return (
    <ConfirmDialog
      title={`Undo ${countOf(applied, 'row')}?`}
      confirmLabel={isPossible ? 'Undo the import' : undefined}
      tone="danger"
      cancelLabel="Back"
      onConfirm={() => undo.send({ action: 'undo', title: 'Not undone' })}
      onClose={onClose}
    >
      {isPossible && counts.changed > 0 && (
        <p>Changed items get back the values that they had before the import.</p>
      )}
      {isPossible && counts.created > 0 && <p>New items of the import are removed from the catalogue.</p>}
      <div role="status" className="grid gap-2">
        {describeUndoPreview(preview).map((sentence) => (
          <p key={sentence} className={preview?.obstacles.length ? 'font-bold' : undefined}>
            {sentence}
          </p>
        ))}
        {preview && preview.obstacles.length > 0 && (
          <ul className="grid max-h-60 list-disc gap-1 overflow-y-auto pl-5 text-sm">
            {preview.obstacles.map((obstacle) => (
              <li key={obstacle.reason}>{describeObstacle(obstacle)}</li>
            ))}
          </ul>
        )}
      </div>
      {isPossible && <p>You can apply the import again afterwards.</p>}
    </ConfirmDialog>
  )
}
