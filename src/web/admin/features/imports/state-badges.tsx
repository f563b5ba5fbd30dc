import type { ImportRow } from '#contracts/bulk-data/item-import.ts'
import {
  IMPORT_ROW_STATE_LABELS,
  IMPORT_STATE_LABELS,
  type ImportRowState,
  type ImportState,
} from '#contracts/bulk-data/item-import-limits.ts'

const TONES = {
  good: 'bg-success-soft text-success',
  info: 'bg-machine-soft text-machine',
  plain: 'bg-surface-sunken text-ink',
  warning: 'bg-warning-soft text-warning',
  bad: 'bg-danger-soft text-danger',
} as const
type Tone = keyof typeof TONES

const STATE_TONES: Record<ImportState, Tone> = {
  reading: 'info',
  mapping: 'warning',
  ready: 'info',
  applying: 'info',
  done: 'good',
  undoing: 'info',
  undone: 'plain',
  failed: 'bad',
  deleting: 'plain',
}
const ROW_STATE_TONES: Record<ImportRowState, Tone> = {
  created: 'good',
  changed: 'info',
  unchanged: 'plain',
  refused: 'bad',
  conflict: 'warning',
}
const RESULT_LABELS: Record<Exclude<ImportRow['result'], ''>, string> = {
  applied: 'Applied',
  undone: 'Undone',
  'changed-again': 'Not undone completely',
}

export const StateBadge = ({ state }: { state: ImportState }) => (
  <span className={`badge ${TONES[STATE_TONES[state]]}`}>{IMPORT_STATE_LABELS[state]}</span>
)

/** What the import would do with a row, and what it did. */
export const RowStateBadge = ({ row: { state, result } }: { row: ImportRow }) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <span className={`badge ${TONES[ROW_STATE_TONES[state]]}`}>{IMPORT_ROW_STATE_LABELS[state]}</span>
    {result && <span className="text-muted text-sm">{RESULT_LABELS[result]}</span>}
  </span>
)
