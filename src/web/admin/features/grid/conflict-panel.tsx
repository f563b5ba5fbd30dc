import { GRID_FIELD_LABELS, type GridField } from '#contracts/bulk-data/grid-fields.ts'
import { ConflictList } from '../../editing/conflicts.tsx'
import { type GridAction, type GridState, getValue, toLabel } from './grid-state.ts'

interface ConflictPanelProps {
  state: GridState
  dispatch: (action: GridAction) => void
}

/** The cells that someone else has changed since the grid was opened, with both values and a choice. */
export function ConflictPanel({ state, dispatch }: ConflictPanelProps) {
  const fields = state.items.flatMap((item) => {
    const { by = '', theirs = {} } = state.conflicts[item.id] ?? {}
    return Object.entries(theirs).map(([column, value]) => ({
      key: `${item.id} ${column}`,
      label: `${item.fields.name}, ${GRID_FIELD_LABELS[column as GridField] ?? column.replace(/^specifications\./, '')}`,
      by: by || 'Someone else',
      theirs: toLabel(column, value),
      mine: toLabel(column, getValue(state, item, column)),
      choose: (keep: 'mine' | 'theirs') => dispatch({ type: 'resolve', id: item.id, column, keep }),
    }))
  })
  return (
    <ConflictList
      title="Someone else changed the same cells"
      note="Nothing of these items is saved until you have chosen a value for each cell."
      fields={fields}
    />
  )
}
