import { GRID_FIELD_LABELS, type GridField } from '#contracts/bulk-data/grid-fields.ts'
import { Button } from '../../../ui/button.tsx'
import { type GridAction, type GridState, getValue, toLabel } from './grid-state.ts'

interface ConflictPanelProps {
  state: GridState
  dispatch: (action: GridAction) => void
}

/** The cells that someone else has changed since the grid was opened, with both values and a choice. */
export function ConflictPanel({ state, dispatch }: ConflictPanelProps) {
  const cells = state.items.flatMap((item) =>
    Object.entries(state.conflicts[item.id]?.theirs ?? {}).map(([column, theirs]) => ({
      item,
      column,
      theirs,
    })),
  )
  if (cells.length === 0) return null
  return (
    <section aria-labelledby="conflicts" className="mb-3 rounded-lg border border-danger bg-surface p-4">
      <h2 id="conflicts" className="text-h4">
        Someone else changed the same cells
      </h2>
      <p className="text-muted text-sm">
        Nothing of these items is saved until you have chosen a value for each cell.
      </p>
      <ul className="mt-2 grid max-h-60 gap-2 overflow-y-auto">
        {cells.map(({ item, column, theirs }) => {
          const label = GRID_FIELD_LABELS[column as GridField] ?? column.replace(/^specifications\./, '')
          const by = state.conflicts[item.id]?.by || 'Someone else'
          const choose = (keep: 'mine' | 'theirs') => dispatch({ type: 'resolve', id: item.id, column, keep })
          return (
            <li
              key={`${item.id} ${column}`}
              className="flex flex-wrap items-center gap-3 border-line border-t pt-2"
            >
              <span className="grow">
                <strong>{`${item.fields.name}, ${label}: `}</strong>
                {`${by}: ${toLabel(column, theirs) || 'empty'}. You: ${toLabel(column, getValue(state, item, column)) || 'empty'}.`}
              </span>
              <Button variant="outline" size="sm" onClick={() => choose('theirs')}>
                Use theirs
              </Button>
              <Button variant="outline" size="sm" onClick={() => choose('mine')}>
                Keep mine
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
