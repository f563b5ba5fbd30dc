import { GUIDE_SHEET, LISTS_SHEET } from '#contracts/bulk-data/item-export.ts'
import { openZip, type ZipArchive, type ZipEntry } from '#server/kernel/zip/reader.ts'
import { IMPORT_LIMITS, type NumberFormat, parseNumberFormat } from './cells.ts'
import { damagedFile, ImportFileError, refuseZip } from './import-file-error.ts'
import { readSharedStrings, SharedStrings } from './shared-strings.ts'
import { getAttribute, type XmlHandler, XmlScanner } from './xml-scanner.ts'

export interface WorkbookSheet {
  name: string
  /** The part of the archive, such as 'xl/worksheets/sheet1.xml'. */
  part: ZipEntry
  isHidden: boolean
}

/** An open .xlsx file; `sheets` are the worksheets in the order of their tabs. */
export interface Workbook extends AsyncDisposable {
  zip: ZipArchive
  /** The names of parts, which the marked copy changes. */
  parts: { workbook: string; styles: string | undefined }
  sheets: WorkbookSheet[]
  is1904: boolean
  formats: NumberFormat[]
  readSharedStrings: () => Promise<SharedStrings>
}

/** Bytes of the parts that are read as a whole. */
const MAX_PART_BYTES = 20_000_000

/** Opens a workbook and reads everything but its cells. Throws `ImportFileError`. */
export async function openWorkbook(path: string, signal?: AbortSignal): Promise<Workbook> {
  const zip = await openZip(path, refuseZip)
  try {
    await checkKind(zip)
    const root = await readRelations(zip, '')
    const workbookPart = root.find(({ type }) => type === 'officeDocument')?.target
    if (!workbookPart || !zip.entries.has(workbookPart)) throw damagedFile('no workbook part')
    const relations = await readRelations(zip, workbookPart)
    const { sheets, is1904 } = await readSheets(zip, workbookPart, relations)
    const findPart = (wanted: string) => relations.find(({ type }) => type === wanted)?.target
    const styles = findPart('styles')
    return {
      zip,
      parts: { workbook: workbookPart, styles },
      sheets,
      is1904,
      formats: styles ? await readFormats(zip, styles) : [],
      readSharedStrings: async () => {
        const entry = zip.entries.get(findPart('sharedStrings') ?? '')
        return entry ? readSharedStrings(zip, entry, signal) : SharedStrings.empty
      },
      [Symbol.asyncDispose]: () => zip[Symbol.asyncDispose](),
    }
  } catch (error) {
    await zip[Symbol.asyncDispose]()
    throw error
  }
}

export const isOwnHelpSheet = (name: string): boolean => name === GUIDE_SHEET || name === LISTS_SHEET

const SAVE_AS_XLSX = 'Open it, save it as an Excel workbook (.xlsx) and import that file.'

/** Other zip files by an entry that only they have. */
const OTHER_FORMATS: [entry: RegExp, message: string][] = [
  [/^word\//, 'This is a Word document, not a workbook. Copy its table to Excel and import that file.'],
  [/^ppt\//, 'This is a presentation, not a workbook. Copy its table to Excel and import that file.'],
  [/^Index\/.*\.iwa$|^Index\.zip$/, `This file was made with Numbers. ${SAVE_AS_XLSX}`],
  [/^content\.xml$/, `This is an OpenDocument file. ${SAVE_AS_XLSX}`],
  [/^xl\/workbook\.bin$/, `This is a binary workbook (.xlsb). ${SAVE_AS_XLSX}`],
]

async function checkKind(zip: ZipArchive): Promise<void> {
  const names = [...zip.entries.keys()]
  if (names.some((name) => /(?:^|\/)vbaProject\.bin$|\/(?:macrosheets|intlMacrosheets)\//i.test(name))) {
    throw refuseMacros()
  }
  for (const [pattern, message] of OTHER_FORMATS) {
    if (names.some((name) => pattern.test(name))) throw new ImportFileError('other-format', message)
  }
  const types = zip.entries.get('[Content_Types].xml')
  if (!types) {
    throw new ImportFileError(
      'not-a-workbook',
      'This zip file is not a workbook. Import an Excel workbook (.xlsx) or a CSV file.',
    )
  }
  let hasMacros = false
  await scanPart(zip, types.fileName, (name, tag) => {
    const type = getAttribute(tag, 'ContentType') ?? ''
    if ((name === 'Override' || name === 'Default') && /macroEnabled|vbaProject|macrosheet/i.test(type)) {
      hasMacros = true
    }
  })
  if (hasMacros) throw refuseMacros()
  if (names.some((name) => /(?:^|\/)externalLinks\//i.test(name))) {
    throw new ImportFileError(
      'external-links',
      "This workbook takes values from other workbooks, which may be out of date. In Excel choose 'Data', 'Edit Links', 'Break Link', save it and import it again.",
    )
  }
}

const refuseMacros = () =>
  new ImportFileError(
    'macros',
    'This workbook contains macros. Save it as an Excel workbook without macros (.xlsx) and import that file.',
  )

/** A relation of a part to another part of the archive. */
export interface Relation {
  id: string
  /** The last part of the type's URI, which is the same in both standards. */
  type: string
  target: string
}

/** Returns the relations of a part; those of the archive if `part` is ''. */
export async function readRelations(zip: ZipArchive, part: string): Promise<Relation[]> {
  const entry = zip.entries.get(getRelationsName(part))
  if (!entry) return []
  const relations: Relation[] = []
  await scanPart(zip, entry.fileName, (name, tag) => {
    if (name !== 'Relationship' || getAttribute(tag, 'TargetMode') === 'External') return
    const target = getAttribute(tag, 'Target') ?? ''
    relations.push({
      id: getAttribute(tag, 'Id') ?? '',
      type: (getAttribute(tag, 'Type') ?? '').split('/').at(-1)!,
      target: resolveTarget(part, target),
    })
  })
  return relations
}

/** 'xl/workbook.xml' → 'xl/_rels/workbook.xml.rels'. */
export function getRelationsName(part: string): string {
  const slash = part.lastIndexOf('/') + 1
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`
}

function resolveTarget(part: string, target: string): string {
  const path = target.replaceAll('\\', '/')
  const segments = path.startsWith('/') ? [] : part.split('/').slice(0, -1)
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments.join('/')
}

async function readSheets(
  zip: ZipArchive,
  workbookPart: string,
  relations: Relation[],
): Promise<Pick<Workbook, 'sheets' | 'is1904'>> {
  const sheets: WorkbookSheet[] = []
  // Charts and dialogs have tabs as well.
  const worksheets = relations.filter(({ type }) => type === 'worksheet')
  const targets = new Map(worksheets.map(({ id, target }) => [id, target]))
  let is1904 = false
  await scanPart(zip, workbookPart, (name, tag) => {
    if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(getAttribute(tag, 'date1904') ?? '')
    if (name !== 'sheet') return
    const part = zip.entries.get(targets.get(getAttribute(tag, 'id') ?? '') ?? '')
    if (!part) return
    if (sheets.length === IMPORT_LIMITS.sheets) {
      throw new ImportFileError(
        'too-large',
        `This workbook has more than ${IMPORT_LIMITS.sheets} sheets. Divide it into several files.`,
      )
    }
    const state = getAttribute(tag, 'state') ?? 'visible'
    sheets.push({ name: getAttribute(tag, 'name') ?? '', part, isHidden: state !== 'visible' })
  })
  if (sheets.length === 0) throw damagedFile('no worksheet')
  return { sheets, is1904 }
}

async function readFormats(zip: ZipArchive, part: string): Promise<NumberFormat[]> {
  if (!zip.entries.has(part)) return []
  const codes = new Map<number, string>()
  const ids: number[] = []
  let isInCellStyles = false
  await scanPart(zip, part, (name, tag) => {
    if (name === 'cellXfs') isInCellStyles = true
    else if (name === 'cellStyles' || name === 'dxfs') isInCellStyles = false
    else if (name === 'numFmt') {
      // Those of conditional formats have no style of a cell.
      codes.set(Number(getAttribute(tag, 'numFmtId')), getAttribute(tag, 'formatCode') ?? '')
    } else if (name === 'xf' && isInCellStyles) ids.push(Number(getAttribute(tag, 'numFmtId') ?? 0))
  })
  return ids.map((id) => parseNumberFormat(id, codes.get(id)))
}

/** Calls `onOpen` for each tag of a small part. */
async function scanPart(zip: ZipArchive, name: string, onOpen: XmlHandler['onOpen']): Promise<void> {
  const scanner = new XmlScanner({ onOpen, onClose: () => {}, onText: () => {}, wantsText: false })
  scanner.write(await readPart(zip, name))
  scanner.end()
}

export async function readPart(zip: ZipArchive, name: string): Promise<string> {
  const entry = zip.entries.get(name)
  if (!entry) throw damagedFile(`${name} is missing`)
  const chunks: Buffer[] = []
  for await (const chunk of zip.readEntry(entry, { maxBytes: MAX_PART_BYTES })) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes)
}
