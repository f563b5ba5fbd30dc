import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { LIMITS } from '#contracts/limits.ts'
import type { Finding, FindingItem, FixPreview, QualityFix } from '#contracts/quality.ts'
import { formatCount } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Select, TextField } from '#web/ui/field.tsx'
import { IncrementalList } from '../layout/incremental-list.tsx'
import { formatItems } from '../layout/item-batches.ts'
import { findingItemsQuery } from './queries.ts'
import { useFix } from './use-fix.ts'

const CHANGES_PER_BATCH = 50

/** The correction of a finding before anything is entered; of duplicates, the first item is kept. */
function getInitialFix({ fix, items }: Finding): QualityFix {
  return fix ?? (items[0] ? { action: 'archive', keep: items[0].id } : { action: 'hsn', hsn: '' })
}

/** Asks how a finding is corrected, shows every change, and corrects all of its items. */
export function FixDialog({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const [fix, setFix] = useState<QualityFix>(() =>
    finding.type === 'hsn' ? (finding.fix ?? { action: 'hsn', hsn: '' }) : getInitialFix(finding),
  )
  const correction = useFix(finding.key, onClose)
  const { previewed, isBusy, isInterrupted, processedCount } = correction
  const changedCount = previewed?.preview.changes.length ?? 0
  const change = (next: QualityFix) => {
    setFix(next)
    correction.clear()
  }
  const showProposal = useEffectEvent(() => {
    if (finding.fix) void correction.showPreview(finding.fix)
  })
  useEffect(() => showProposal(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!previewed) void correction.showPreview(fix)
    else if (changedCount > 0) void correction.apply(previewed)
  }
  const close = () => {
    if (isBusy && previewed) return
    if (isInterrupted) void correction.finish()
    else onClose()
  }
  return (
    <Dialog title={finding.title} placement="wide" onClose={close}>
      <form onSubmit={submit} noValidate>
        <div className="max-h-[70svh] overflow-y-auto px-6 pt-3 pb-1">
          <fieldset disabled={isBusy || isInterrupted} className="min-w-0">
            <legend className="sr-only">Correction</legend>
            <FixFields finding={finding} fix={fix} onChange={change} />
          </fieldset>
          <div role="status">
            {isBusy && (
              <p className="mt-4">
                {previewed
                  ? `${formatCount(processedCount)} of ${formatItems(changedCount)} done …`
                  : 'Loading the preview …'}
              </p>
            )}
            {previewed && !isBusy && <PreviewSummary preview={previewed.preview} />}
          </div>
          {previewed && <PreviewTable changes={previewed.preview.changes} />}
          {correction.error && (
            <p role="alert" className="mt-3 text-danger">
              {correction.error}
              {isInterrupted &&
                ` ${formatCount(processedCount)} of ${formatItems(changedCount)} are done. Continue with the rest, or close: what is done stays.`}
            </p>
          )}
        </div>
        <DialogActions>
          <Button variant="outline" disabled={isBusy && previewed !== undefined} onClick={close}>
            {isInterrupted ? 'Close' : 'Cancel'}
          </Button>
          <Button type="submit" disabled={isBusy || (previewed !== undefined && changedCount === 0)}>
            {!previewed ? 'Preview' : isInterrupted ? 'Continue' : `Change ${formatItems(changedCount)}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface FixFieldsProps {
  finding: Finding
  fix: QualityFix
  onChange: (fix: QualityFix) => void
}

/** What can be chosen about a correction. */
function FixFields({ finding, fix, onChange }: FixFieldsProps) {
  switch (fix.action) {
    case 'rename':
      return (
        <TextField
          label="Name for all"
          required
          maxLength={LIMITS.specificationKeyLength}
          value={fix.to}
          onChange={({ target }) => onChange({ ...fix, to: target.value })}
        />
      )
    case 'unit':
      return (
        <TextField
          label={fix.from ? `Unit instead of ${fix.from}` : 'Unit of these values'}
          required
          maxLength={LIMITS.specificationUnitLength}
          hint="Numbers are converted; a value without a unit keeps its number."
          value={fix.to}
          onChange={({ target }) => onChange({ ...fix, to: target.value })}
        />
      )
    case 'value':
      return (
        <TextField
          label={fix.name}
          required
          maxLength={LIMITS.specificationValueLength}
          value={fix.value}
          onChange={({ target }) => onChange({ ...fix, value: target.value })}
        />
      )
    case 'hsn':
      return (
        <TextField
          label="HSN or SAC code"
          inputMode="numeric"
          required
          maxLength={8}
          hint="4, 6 or 8 digits, for all items without one."
          value={fix.hsn}
          onChange={({ target }) => onChange({ ...fix, hsn: target.value.trim() })}
        />
      )
    case 'archive':
      return <KeptItemField finding={finding} fix={fix} onChange={onChange} />
  }
}

interface KeptItemFieldProps extends FixFieldsProps {
  fix: Extract<QualityFix, { action: 'archive' }>
}

/** The choice of the item that is not archived. */
function KeptItemField({ finding, fix, onChange }: KeptItemFieldProps) {
  const { data } = useInfiniteQuery(findingItemsQuery(finding.key))
  const items = data?.pages.flatMap((page) => page.items) ?? finding.items
  return (
    <Select
      label="Keep"
      hint="The others are archived: they leave the website and can be restored."
      value={fix.keep}
      onChange={({ target }) => onChange({ ...fix, keep: target.value })}
    >
      {items.map((item) => (
        <option key={item.id} value={item.id}>
          {describeItem(item)}
        </option>
      ))}
    </Select>
  )
}

const describeItem = ({ name, code, category }: FindingItem): string =>
  [name, code, category].filter(Boolean).join(' · ')

/** Why items stay as they are, as the end of a sentence. */
const REASONS: Record<keyof FixPreview['leftOut'], string> = {
  unchanged: 'unchanged',
  both: 'with both names and different values, to be corrected one by one',
  notConvertible: 'with a value that cannot be converted',
  invalid: 'that would not be valid',
  later: 'beyond the first 10,000, to be corrected afterwards',
}

function PreviewSummary({ preview: { changes, leftOut, total } }: { preview: FixPreview }) {
  const reasons = (Object.keys(REASONS) as (keyof typeof REASONS)[])
    .filter((reason) => leftOut[reason] > 0)
    .map((reason) => `${formatCount(leftOut[reason])} ${REASONS[reason]}`)
  return (
    <>
      <p className="mt-4 font-semibold">{`${formatCount(changes.length)} of ${formatItems(total)} will change.`}</p>
      {reasons.length > 0 && <p className="text-muted text-sm">{`Left out: ${reasons.join(', ')}.`}</p>}
    </>
  )
}

/** Every change before and after, more of them as the end of the list comes near. */
function PreviewTable({ changes }: { changes: FixPreview['changes'] }) {
  if (changes.length === 0) return null
  return (
    <IncrementalList count={changes.length} batchSize={CHANGES_PER_BATCH}>
      {(visibleCount) => (
        <table className="mt-3 w-full table-fixed text-left text-compact">
          <caption className="sr-only">Changes</caption>
          <thead>
            <tr className="border-line-strong border-b text-label text-muted">
              {['Item', 'Before', 'After'].map((title) => (
                <th key={title} scope="col" className="px-1 py-1 font-medium first:pl-0">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.slice(0, visibleCount).map(({ id, name, code, before, after }) => (
              <tr key={id} className="wrap-anywhere border-line border-b align-top">
                <td className="py-1 pr-1">
                  {name}
                  {code && <span className="block text-muted text-sm">{code}</span>}
                </td>
                <td className="px-1 py-1 text-muted">{before}</td>
                <td className="px-1 py-1 font-semibold">{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </IncrementalList>
  )
}
