/** One cell as the reader found it. */
export interface CellValue {
  /** Formulas have their cached value. Cells with an error such as '#N/A' have its text, and `isError`. */
  value: string | number | boolean | Date | null
  /** The value as the spreadsheet shows it ('18%', '23/11/2026'), for messages and text fields. */
  text: string
  isError?: true
}

/** One row that is not blank. */
export interface TableRow {
  sheet: string
  /** 1-based, as spreadsheet programs show it. */
  row: number
  /** The cell of column A comes first. Empty cells are part of the list; those after the last value are not. */
  cells: CellValue[]
}

/** The title of one column; `index` is that of its cells in `TableRow.cells`. */
export interface ColumnHeader {
  index: number
  title: string
}

export const EMPTY_CELL: CellValue = Object.freeze({ value: null, text: '' })

/** Limits of an imported file. */
export const IMPORT_LIMITS = {
  fileBytes: 50_000_000,
  /** Rows with values, in all sheets together. */
  rows: 200_000,
  columns: 200,
  /** Characters in one cell; Excel has the same limit. */
  cellLength: 32_767,
  sheets: 250,
} as const
