import { useMemo, useState } from 'react'
import { IMPORT_FIELDS } from '#contracts/bulk-data/import-fields.ts'
import type {
  ColumnTarget,
  ImportColumn,
  ImportColumnsBody,
  ImportOptions,
  ImportSheet,
  ItemImportDetails,
} from '#contracts/bulk-data/item-import.ts'
import { formatColumn, formatList } from '#contracts/format.ts'
import type { Kind } from '#contracts/item/kind.ts'
import { useImportRequest } from './requests.ts'

/** What sheets, columns and options of a file mean. */
export type Recognition = Pick<ItemImportDetails, 'sheets' | 'columns' | 'options'>

/** The user's corrections of a recognition that are not sent yet. */
interface ColumnEdits {
  kinds: ReadonlyMap<string, Kind | null>
  targets: ReadonlyMap<string, ColumnTarget>
  options: Partial<ImportOptions>
}
export const NO_EDITS: ColumnEdits = { kinds: new Map(), targets: new Map(), options: {} }

export const getColumnKey = ({ sheet, index }: Pick<ImportColumn, 'sheet' | 'index'>): string =>
  `${index} ${sheet}`

export const applyEdits = ({ sheets, columns, options }: Recognition, edits: ColumnEdits): Recognition => ({
  sheets: sheets.map((sheet) => {
    const kind = edits.kinds.get(sheet.name)
    return kind === undefined ? sheet : { ...sheet, kind }
  }),
  columns: applyTargets(columns, edits.targets),
  options: { ...options, ...edits.options },
})

/** A column that can be the price is decided when it, or another column of its sheet as the price, was chosen. */
function applyTargets(columns: ImportColumn[], targets: ColumnEdits['targets']): ImportColumn[] {
  const priced = new Set(
    columns.flatMap((column) => (isPrice(targets.get(getColumnKey(column))) ? [column.sheet] : [])),
  )
  return columns.map(({ note, ...column }) => {
    const target = targets.get(getColumnKey(column))
    const isDecided = note === 'priceCandidate' && (target !== undefined || priced.has(column.sheet))
    return { ...column, target: target ?? column.target, ...(note && !isDecided && { note }) }
  })
}

export const isPrice = (target: ColumnTarget | undefined): boolean =>
  target?.type === 'field' && target.field === 'price'

/** The columns of the same title in the sheets that are read. */
export const listSameColumns = (
  { sheets, columns }: Pick<Recognition, 'sheets' | 'columns'>,
  { title }: ImportColumn,
): ImportColumn[] => {
  const included = new Set(listIncluded(sheets).map(({ name }) => name))
  return columns.filter(
    (column) => included.has(column.sheet) && toComparable(column.title) === toComparable(title),
  )
}

const toComparable = (title: string) => title.replace(/\s+/g, ' ').trim().toLowerCase()

/** Columns between which the user has to choose the price, for all sheets in which they have the same titles. */
export interface PriceQuestion {
  key: string
  sheets: string[]
  /** Those of the first sheet, with the first values of all. */
  columns: ImportColumn[]
}

export function listPriceQuestions({ sheets, columns }: Recognition): PriceQuestion[] {
  const questions = new Map<string, PriceQuestion>()
  for (const { name } of listIncluded(sheets)) {
    const candidates = columns.filter(({ sheet, note }) => sheet === name && note === 'priceCandidate')
    if (candidates.length === 0) continue
    const key = JSON.stringify(candidates.map(({ title }) => toComparable(title)))
    const question = questions.get(key)
    if (question) question.sheets.push(name)
    else questions.set(key, { key, sheets: [name], columns: candidates })
  }
  return [...questions.values()]
}

/** Whether two recognitions of the same file differ. */
export const isEdited = (before: Recognition, after: Recognition): boolean =>
  JSON.stringify(toColumnsBody(before)) !== JSON.stringify(toColumnsBody(after))

/** The request for reading the file with this recognition. */
export function toColumnsBody({ sheets, columns, options }: Recognition): ImportColumnsBody {
  const included = new Set(listIncluded(sheets).map(({ name }) => name))
  return {
    sheets: sheets.map(({ name, kind }) => ({ name, kind })),
    columns: columns
      .filter(({ sheet }) => included.has(sheet))
      .map(({ sheet, index, target }) => ({ sheet, index, target: normalizeTarget(target) })),
    options: {
      clearEmpty: options.clearEmpty,
      draftNew: options.draftNew,
      sheetCategory: options.sheetCategory,
    },
  }
}

/** A target with its members in one order and the name trimmed. */
function normalizeTarget(target: ColumnTarget): ColumnTarget {
  if (target.type === 'field') return { type: 'field', field: target.field }
  if (target.type === 'ignored') return { type: 'ignored' }
  const { name, unit } = target
  return { type: 'specification', name: name.trim(), ...(unit && { unit }) }
}

/** What prevents a recognition from being sent: by column key; `file` if no sheet would be read or no price was chosen. */
interface RecognitionProblems {
  file: string
  columns: ReadonlyMap<string, string>
}

/** Finds sheets and columns that contradict each other. Sheets that are left out have no problems. */
export function findProblems({ sheets, columns }: Recognition): RecognitionProblems {
  const included = listIncluded(sheets)
  const problems = new Map<string, string>()
  for (const sheet of included) {
    const own = columns.filter((column) => column.sheet === sheet.name)
    for (const column of own)
      if (column.target.type === 'specification' && !column.target.name.trim())
        problems.set(getColumnKey(column), 'Enter the name of the specification.')
    for (const [identity, same] of Map.groupBy(own, ({ target }) => identify(target)))
      if (identity && same.length > 1)
        for (const column of same) problems.set(getColumnKey(column), describeDuplicates(same))
  }
  return { file: describeMissingAnswer({ sheets, columns }), columns: problems }
}

function describeMissingAnswer(recognition: Pick<Recognition, 'sheets' | 'columns'>): string {
  const included = listIncluded(recognition.sheets)
  if (included.length === 0) return 'Choose what at least one sheet contains.'
  const isOpen = recognition.columns.some(
    ({ sheet, note }) => note === 'priceCandidate' && included.some(({ name }) => name === sheet),
  )
  return isOpen ? 'Choose which column is the price.' : ''
}

/** The same text for columns that would be written to the same place; '' if the place can occur several times. */
function identify(target: ColumnTarget): string {
  if (target.type === 'field') return `field ${target.field}`
  const name = target.type === 'specification' ? target.name.trim().toLowerCase() : ''
  return name && `specification ${name}`
}

function describeDuplicates(columns: readonly ImportColumn[]): string {
  const target = columns[0]!.target
  const label =
    target.type === 'field'
      ? IMPORT_FIELDS[target.field].label
      : `the specification ${target.type === 'specification' ? target.name.trim() : ''}`
  const letters = columns.map(({ index }) => formatColumn(index))
  return `Columns ${formatList(letters)} are used as ${label}. Only one of them can be.`
}

/** Whether the user has to say what a sheet contains. */
export const needsKind = ({ state, sheets }: Pick<ItemImportDetails, 'state' | 'sheets'>): boolean =>
  state === 'mapping' && sheets.some(({ kind, rows }) => !kind && rows > 0)

export const listIncluded = (sheets: readonly ImportSheet[]): ImportSheet[] =>
  sheets.filter(({ kind }) => kind)

/** The user's corrections of what was recognised in a file, until they are sent. */
export function useColumnEdits(details: ItemImportDetails) {
  const [edits, setEdits] = useState(NO_EDITS)
  const discard = () => setEdits(NO_EDITS)
  const request = useImportRequest(details.id, discard)
  const setTargets = (columns: ImportColumn[], getTarget: (column: ImportColumn) => ColumnTarget) =>
    setEdits((present) => ({
      ...present,
      targets: new Map([
        ...present.targets,
        ...columns.map((column) => [getColumnKey(column), getTarget(column)] as const),
      ]),
    }))
  const recognition = useMemo(() => applyEdits(details, edits), [details, edits])
  return {
    recognition,
    problems: useMemo(() => findProblems(recognition), [recognition]),
    isEdited: useMemo(() => isEdited(details, recognition), [details, recognition]),
    isPending: request.isPending,
    setKind: (sheet: string, kind: Kind | null) =>
      setEdits((present) => ({ ...present, kinds: new Map(present.kinds).set(sheet, kind) })),
    setTargets,
    setOptions: (options: Partial<ImportOptions>) =>
      setEdits((present) => ({ ...present, options: { ...present.options, ...options } })),
    discard,
    send: () =>
      request.send({
        action: 'columns',
        body: toColumnsBody(recognition),
        title: 'The file was not read again',
      }),
  }
}
export type ColumnEditor = ReturnType<typeof useColumnEdits>
