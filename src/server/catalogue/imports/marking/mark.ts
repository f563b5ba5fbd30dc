/** A problem of one cell; `row` is 1-based, `column` 0-based, as in `TableRow`. */
export interface CellMark {
  sheet: string
  row: number
  column: number
  message: string
}

/** Excel becomes slow with more comments. */
export const MAX_MARKS = 10_000
