import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { ItemImportDetails } from '#contracts/item-import.ts'
import { KIND_LABELS } from '#contracts/kind.ts'
import { ADMIN_PATHS } from '#web/lib/admin-paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { listIncluded, needsKind } from './column-edits.ts'
import { ImportProgress } from './import-progress.tsx'
import { getRowsLink } from './import-url.ts'
import {
  describeApplied,
  describeNothingToApply,
  describeState,
  describeSuspectPrices,
  describeUndone,
} from './texts.ts'
import { UndoButton } from './undo-button.tsx'
import { useAnnouncement } from './use-announcement.ts'

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
