import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Finding, FindingItem, FixPreview, QualityFix } from '#contracts/bulk-data/quality.ts'
import { LIMITS } from '#contracts/limits.ts'
import { Select, TextField } from '#web/ui/field.tsx'
import { BatchChangeDialog, PreviewSummary, PreviewTable } from '../../editing/batch/batch-change-dialog.tsx'
import { findingItemsQuery } from './queries.ts'
import { useFix } from './use-fix.ts'

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
  const change = (next: QualityFix) => {
    setFix(next)
    correction.clear()
  }
  const showProposal = useEffectEvent(() => {
    if (finding.fix) correction.showPreview(finding.fix)
  })
  useEffect(() => showProposal(), [])
  return (
    <BatchChangeDialog
      title={finding.title}
      legend="Correction"
      fields={<FixFields finding={finding} fix={fix} onChange={change} />}
      summary={correction.preview && <Summary preview={correction.preview} />}
      table={correction.preview && <PreviewTable rows={listRows(correction.preview)} />}
      progress={correction.progress}
      onPreview={() => correction.showPreview(fix)}
      onClose={onClose}
    />
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

const Summary = ({ preview: { changes, leftOut, total } }: { preview: FixPreview }) => (
  <PreviewSummary changedCount={changes.length} total={total} leftOut={leftOut} reasons={REASONS} />
)

const listRows = ({ changes }: FixPreview) =>
  changes.map(({ id, code, ...change }) => ({ key: id, details: code ?? '', ...change }))
