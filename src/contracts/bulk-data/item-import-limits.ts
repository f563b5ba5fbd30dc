/** The largest file of an import in bytes, and as staff read it. */
export const MAX_IMPORT_BYTES = 50_000_000
export const MAX_IMPORT_SIZE = `${MAX_IMPORT_BYTES / 1_000_000} MB`

/** The states of an import. Files are read in `reading`; in `mapping` the user has to say what the sheets contain. */
export const IMPORT_STATE_LABELS = {
  reading: 'Reading',
  mapping: 'Columns needed',
  ready: 'Ready',
  applying: 'Applying',
  done: 'Applied',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'Failed',
  deleting: 'Deleting',
} as const
export type ImportState = keyof typeof IMPORT_STATE_LABELS
export const IMPORT_STATES = Object.keys(IMPORT_STATE_LABELS) as [ImportState, ...ImportState[]]

/** The states in which a process works on the import; its progress changes. */
export const BUSY_IMPORT_STATES: readonly ImportState[] = ['reading', 'applying', 'undoing', 'deleting']

/**
 * What an import would do with a row. A row in `conflict` is about an item that was changed since the export, or since
 * the rows were compared.
 */
export const IMPORT_ROW_STATE_LABELS = {
  created: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Refused',
  conflict: 'Conflict',
} as const
export type ImportRowState = keyof typeof IMPORT_ROW_STATE_LABELS
/** '': not yet applied; 'changed-again': not completely undone, because the item was changed after the import or is used. */
export type ImportRowResult = '' | 'applied' | 'undone' | 'changed-again'
export const IMPORT_ROW_STATES = Object.keys(IMPORT_ROW_STATE_LABELS) as [ImportRowState, ...ImportRowState[]]

/**
 * Why a column with amounts is not used: only the firm may know them; a maximum retail price contains the tax; or the user
 * has to say which of several columns is the price.
 */
export const COLUMN_NOTES = ['confidential', 'maximumPrice', 'priceCandidate'] as const
export type ColumnNote = (typeof COLUMN_NOTES)[number]
