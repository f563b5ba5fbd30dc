import type { FormEvent, ReactNode } from 'react'
import { countOf, formatCount } from '#contracts/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx'
import { IncrementalList } from '../../list/incremental-list.tsx'
import type { BatchChangeProgress } from './use-batch-change.ts'

const ROWS_PER_BATCH = 100

interface BatchChangeDialogProps {
  title: string
  /** What the fields are about, for screen readers. */
  legend: string
  fields: ReactNode
  /** The preview of the change: in one or two sentences, and as a table. */
  summary: ReactNode
  table: ReactNode
  progress: BatchChangeProgress
  onPreview: () => void
  onClose: () => void
}

/** Asks for a change of many items, shows its preview, and the progress of applying it. */
export function BatchChangeDialog(props: BatchChangeDialogProps) {
  const { title, legend, fields, summary, table, progress, onPreview, onClose } = props
  const { isPreviewed, changedCount, processedCount, isBusy, isInterrupted, error } = progress
  const doneText = `${formatCount(processedCount)} of ${countOf(changedCount, 'item')}`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!isPreviewed) onPreview()
    else if (changedCount > 0) progress.apply()
  }
  const close = () => {
    if (isBusy && isPreviewed) return
    if (isInterrupted) progress.finish()
    onClose()
  }
  return (
    <Dialog title={title} placement="wide" onClose={close}>
      <form onSubmit={submit} noValidate>
        <div className="max-h-[70svh] overflow-y-auto px-6 pt-3 pb-1">
          <fieldset disabled={isBusy || isInterrupted} className="min-w-0">
            <legend className="sr-only">{legend}</legend>
            {fields}
          </fieldset>
          <div role="status">
            {isBusy ? (
              <p className="mt-4">{isPreviewed ? `${doneText} done …` : 'Loading the preview …'}</p>
            ) : (
              summary
            )}
          </div>
          {table}
          {error && (
            <p role="alert" className="mt-3 text-danger">
              {error}
              {isInterrupted &&
                ` ${doneText} are done. Continue with the rest, or close: what is done stays.`}
            </p>
          )}
        </div>
        <DialogActions>
          <Button variant="outline" disabled={isBusy && isPreviewed} onClick={close}>
            {isInterrupted ? 'Close' : 'Cancel'}
          </Button>
          <Button type="submit" disabled={isBusy || (isPreviewed && changedCount === 0)}>
            {!isPreviewed
              ? 'Preview'
              : isInterrupted
                ? 'Continue'
                : `Change ${countOf(changedCount, 'item')}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface PreviewRow {
  key: string
  name: string
  /** What the item is called besides, such as its code. */
  details: string
  before: string
  after: string
}

/** What would change, more of it as the end of the list comes near; `more` says what the preview does not contain. */
export function PreviewTable({ rows, isNumeric = false, more }: PreviewTableProps) {
  const align = isNumeric ? 'whitespace-nowrap text-right tabular-nums' : ''
  if (rows.length === 0) return null
  return (
    <IncrementalList name="changes" count={rows.length} batchSize={ROWS_PER_BATCH}>
      {(visibleCount) => (
        <table className={`mt-3 w-full text-left text-compact ${isNumeric ? '' : 'table-fixed'}`}>
          <caption className="sr-only">Changes</caption>
          <thead>
            <tr className="border-line-strong border-b text-label text-muted">
              {['Item', 'Before', 'After'].map((title, index) => (
                <th
                  key={title}
                  scope="col"
                  className={`px-1 py-1 font-medium first:pl-0 ${index > 0 ? align : ''}`}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, visibleCount).map(({ key, name, details, before, after }) => (
              <tr key={key} className="wrap-anywhere border-line border-b align-top">
                <td className="py-1 pr-1">
                  {name}
                  {details && <span className="block text-muted text-sm">{details}</span>}
                </td>
                <td className={`px-1 py-1 text-muted ${align}`}>{before}</td>
                <td className={`px-1 py-1 font-semibold ${align}`}>{after}</td>
              </tr>
            ))}
          </tbody>
          {more && (
            <tfoot>
              <tr>
                <td colSpan={3} className="pt-2 text-muted text-sm">
                  {more}
                </td>
              </tr>
            </tfoot>
          )}
        </table>
      )}
    </IncrementalList>
  )
}

interface PreviewTableProps {
  rows: readonly PreviewRow[]
  /** Whether the values are numbers, aligned at their ends. */
  isNumeric?: boolean
  more?: string | undefined
}

interface PreviewSummaryProps<Reason extends string> {
  changedCount: number
  total: number
  leftOut: Record<Reason, number>
  /** Why items stay as they are, as the end of a sentence. */
  reasons: Record<Reason, string>
}

/** How many items would change, and why the others would not. */
export function PreviewSummary<Reason extends string>(props: PreviewSummaryProps<Reason>) {
  const { changedCount, total, leftOut, reasons } = props
  const texts = (Object.keys(reasons) as Reason[])
    .filter((reason) => leftOut[reason] > 0)
    .map((reason) => `${formatCount(leftOut[reason])} ${reasons[reason]}`)
  return (
    <>
      <p className="mt-4 font-semibold">{`${formatCount(changedCount)} of ${countOf(total, 'item')} will change.`}</p>
      {texts.length > 0 && <p className="text-muted text-sm">{`Left out: ${texts.join(', ')}.`}</p>}
    </>
  )
}
