import type { RefuseZip } from '#server/kernel/zip/reader.ts'

export type ImportFileErrorCode =
  | 'not-a-workbook'
  | 'other-format'
  | 'encrypted'
  | 'macros'
  | 'external-links'
  | 'entities'
  | 'expands'
  | 'too-large'
  | 'too-many-columns'
  | 'too-many-rows'
  | 'text-too-long'
  | 'damaged'
  | 'empty'

/** The whole file cannot be imported. The message tells staff why, and what to do. */
export class ImportFileError extends Error {
  readonly code: ImportFileErrorCode

  constructor(code: ImportFileErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The file is broken; `cause` is for the log. */
export const damagedFile = (cause?: unknown) =>
  new ImportFileError(
    'damaged',
    'This file is damaged or incomplete. Open it in Excel, save it again as an Excel workbook (.xlsx) and import that file.',
    { cause },
  )

/** The file grows beyond any honest workbook when it is unpacked. */
export const expandingFile = (cause?: unknown) =>
  new ImportFileError(
    'expands',
    'This file becomes far too large when it is opened. Copy its rows to a new workbook and import that one.',
    { cause },
  )

/** Document types could define entities that grow or read files; spreadsheet programs write none. */
export const refuseEntities = () =>
  new ImportFileError(
    'entities',
    'This file contains XML declarations that no spreadsheet program writes. Copy its rows to a new workbook and import that one.',
  )

export const refusePassword = () =>
  new ImportFileError(
    'encrypted',
    'This workbook is protected with a password. Remove the password in Excel, save it and import it again.',
  )

export const refuseZip: RefuseZip = (reason, cause) =>
  ({ damaged: damagedFile, expands: expandingFile, encrypted: refusePassword })[reason](cause)
