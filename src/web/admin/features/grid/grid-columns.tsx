import type { Column } from 'react-data-grid'
import {
  GRID_CHOICES,
  GRID_FIELD_LABELS,
  GRID_FIELDS,
  type GridField,
} from '#contracts/bulk-data/grid-fields.ts'
import { ChoiceEditor, TextEditor } from './grid-editors.tsx'
import type { CellRange } from './grid-state.ts'
import { type GridRow, toLabel, toSpecificationColumn } from './grid-state.ts'

const WIDTHS: { [Field in GridField]?: number } = {
  name: 260,
  code: 140,
  category: 140,
  brand: 120,
  price: 110,
  originalPrice: 120,
}
const DEFAULT_WIDTH = 130
const NUMBERS = new Set<string>([
  'price',
  'originalPrice',
  'gstRate',
  'minimumQuantity',
  'leadTimeDays',
  'warrantyMonths',
])

/** The keys of the columns in their order. */
export const listColumnKeys = (specificationNames: readonly string[]): string[] => [
  ...GRID_FIELDS,
  ...specificationNames.map(toSpecificationColumn),
]

/** The columns of the grid. The cells of the range are highlighted. */
export function createColumns(specificationNames: readonly string[], range: CellRange): Column<GridRow>[] {
  const titles = [...GRID_FIELDS.map((field) => GRID_FIELD_LABELS[field]), ...specificationNames]
  return listColumnKeys(specificationNames).map((key, index) => {
    const isInRange = index >= range.left && index <= range.right
    return {
      key,
      name: titles[index]!,
      width: WIDTHS[key as GridField] ?? DEFAULT_WIDTH,
      resizable: true,
      frozen: key === 'name',
      renderEditCell: GRID_CHOICES[key as GridField] ? ChoiceEditor : TextEditor,
      renderCell: ({ row }) => <CellContent row={row} column={key} />,
      cellClass: (row) =>
        [
          NUMBERS.has(key) && 'grid-cell-number',
          key in row.changed && (row.changed[key] ? 'grid-cell-invalid' : 'grid-cell-changed'),
          isInRange && row.index >= range.top && row.index <= range.bottom && 'grid-cell-range',
        ]
          .filter(Boolean)
          .join(' '),
    }
  })
}

function CellContent({ row, column }: { row: GridRow; column: string }) {
  const problem = row.changed[column]
  return (
    <>
      {toLabel(column, row.values[column] ?? '')}
      {column in row.changed && (
        <span className="sr-only">{problem ? `, invalid: ${problem}` : ', changed'}</span>
      )}
    </>
  )
}
