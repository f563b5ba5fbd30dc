import { useEffect, useRef } from 'react'
import { countOf, formatCount } from '#contracts/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ChooseButtons } from './choose-panel.tsx'
import { countPictures } from './item-list.tsx'
import type { ItemPlan, PictureMode } from './plan.ts'
import type { Activity, PictureFolder } from './use-picture-folder.ts'

const MODE_LABELS: Record<PictureMode, string> = {
  add: 'Add the new pictures after the present ones',
  replace: 'Replace the present pictures',
}
const MODES = Object.keys(MODE_LABELS) as PictureMode[]

const countItems = (count: number) => `${countOf(count, 'item')}`

/** How far a longer step is. */
export function ActivityPanel({ activity: { label, done, total } }: { activity: Activity }) {
  return (
    <div className="mb-6 grid min-h-40 content-center gap-3 rounded-lg border border-line bg-surface p-5">
      <p role="status" className="font-semibold">
        {label}
      </p>
      <progress
        aria-label={label}
        className="import-progress"
        {...(total > 0 && { max: total, value: done })}
      />
      <p className="text-muted text-sm tabular-nums">
        {total > 0 ? `${formatCount(done)} of ${formatCount(total)}` : 'Wait a moment.'}
      </p>
    </div>
  )
}

/** What will be uploaded, how far it is, and what can be done next. */
export function SummaryPanel({ folder }: { folder: PictureFolder }) {
  const { plans, uploads, isRunning, isConnectionLost, mode, error } = folder
  const states = [...uploads.values()]
  const count = (status: string) => states.filter((upload) => upload.status === status).length
  const undoable = states.filter((upload) => upload.status === 'done' && upload.after > upload.before).length
  const ready = plans.filter(({ item, toSend }) => toSend.length > 0 && !uploads.has(item.id))
  const pictureCount = ready.reduce((sum, { toSend }) => sum + toSend.length, 0)
  const [failed, waiting] = [count('failed'), count('waiting')]
  const title = useRef<HTMLHeadingElement>(null)
  const { length: unmatchedCount } = folder.unmatched
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a control may be gone
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true })
  }, [isRunning, unmatchedCount])
  return (
    <section
      aria-labelledby="summary"
      className="mb-6 grid gap-4 rounded-lg border border-line bg-surface p-5"
    >
      <div>
        <h2 id="summary" ref={title} tabIndex={-1} className="text-brand leading-[1.2] focus:outline-0">
          {isRunning ? 'Uploading' : states.length > 0 ? 'Upload' : 'Review'}
        </h2>
        <p role="status" className="mt-1">
          {states.length > 0 ? describeUploads(folder) : describeReview(folder)}
        </p>
      </div>
      {states.length > 0 && (
        <progress
          aria-label="All items"
          max={states.length}
          value={count('done')}
          className="import-progress"
        />
      )}
      {isConnectionLost && (
        <p role="alert" className="border-danger border-l-3 pl-4">
          The connection was lost. The upload continues by itself when it is back. Pictures that are stored
          already are not uploaded again.
        </p>
      )}
      <div role="alert">{error && <p className="border-danger border-l-3 pl-4">{error}</p>}</div>
      {ready.some(({ item }) => item.images.length > 0) && !isRunning && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-head font-medium text-label">Items that have pictures already</legend>
          {MODES.map((value) => (
            <label key={value} className="flex items-center gap-3">
              <input
                type="radio"
                name="picture-mode"
                checked={mode === value}
                onChange={() => folder.setMode(value)}
                className="size-6 flex-none accent-marine"
              />
              {MODE_LABELS[value]}
            </label>
          ))}
        </fieldset>
      )}
      <div className="flex flex-wrap gap-3">
        {isRunning ? (
          <Button variant="outline" onClick={folder.stop} disabled={folder.isStopping}>
            Stop after these items
          </Button>
        ) : (
          <>
            {waiting > 0 && <Button onClick={folder.resume}>Continue</Button>}
            {ready.length > 0 && (
              <Button
                onClick={folder.start}
              >{`Upload ${countPictures(pictureCount)} for ${countItems(ready.length)}`}</Button>
            )}
            {failed > 0 && (
              <Button variant="outline" onClick={() => folder.retry()}>
                {`Try ${countItems(failed)} again`}
              </Button>
            )}
            {undoable > 0 && (
              <Button variant="outline" onClick={folder.undo}>
                Undo all
              </Button>
            )}
            <ChooseButtons onChoose={folder.choose} />
            <Button variant="ghost" onClick={folder.reset}>
              {states.length > 0 && waiting === 0 ? 'Close this list' : 'Start again'}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

function describeReview({ plans, unmatched, rejected }: PictureFolder): string {
  const toSend = plans.reduce((sum, plan) => sum + plan.toSend.length, 0)
  const tooMany = plans.reduce((sum, plan) => sum + plan.tooMany, 0)
  const present = plans.reduce((sum, plan) => sum + countPresent(plan), 0)
  return [
    toSend > 0
      ? `${countPictures(toSend)} for ${countItems(plans.filter((plan) => plan.toSend.length > 0).length)}.`
      : describePresent(present),
    unmatched.length > 0 && `${countPictures(unmatched.length)} without an item.`,
    tooMany > 0 && `${countPictures(tooMany)} too many.`,
    rejected.length > 0 && `${countOf(rejected.length, 'file')} cannot be uploaded.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const countPresent = ({ pictures }: ItemPlan): number =>
  pictures.filter(({ fate }) => fate === 'present').length

const describePresent = (count: number): string | false =>
  count > 0 &&
  (count === 1 ? 'The picture is there already.' : `All ${countPictures(count)} are there already.`)

function describeUploads({ uploads }: PictureFolder): string {
  const states = [...uploads.values()]
  const done = states.filter(({ status }) => status === 'done').length
  const failed = states.filter(({ status }) => status === 'failed').length
  return `${formatCount(done)} of ${countItems(states.length)} done.${failed > 0 ? ` ${countItems(failed)} failed.` : ''}`
}
