import { open } from 'node:fs/promises'
import { IMPORT_LIMITS } from './cells.ts'
import { ImportFileError, refusePassword } from './import-file-error.ts'

const HEAD_BYTES = 64 * 1024
const OLE_CONTAINER = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const USE_XLSX = 'Import an Excel workbook (.xlsx) or a CSV file.'

/** Files that are often chosen by mistake, by their first bytes. */
const OTHER_FILES: [start: string, message: string][] = [
  ['%PDF', `This is a PDF file. ${USE_XLSX}`],
  ['{\\rtf', `This is a text document, not a workbook. ${USE_XLSX}`],
  ['\x89PNG', `This is a picture, not a workbook. ${USE_XLSX}`],
  ['\xff\xd8\xff', `This is a picture, not a workbook. ${USE_XLSX}`],
  ['GIF8', `This is a picture, not a workbook. ${USE_XLSX}`],
  ['Rar!', `This is a packed file. Unpack it and import the workbook that it contains.`],
  ['7z\xbc\xaf', `This is a packed file. Unpack it and import the workbook that it contains.`],
  ['\x1f\x8b', `This is a packed file. Unpack it and import the workbook that it contains.`],
]

/**
 * Decides by content how a file is read; its name counts only for text. Throws `ImportFileError` for anything else than
 * a zip file or text.
 */
export async function detectFileType(path: string, fileName: string): Promise<'workbook' | 'text'> {
  const { head, size } = await readHead(path)
  if (size === 0) throw new ImportFileError('empty', 'This file is empty.')
  if (size > IMPORT_LIMITS.fileBytes) {
    const limit = IMPORT_LIMITS.fileBytes / 1_000_000
    throw new ImportFileError(
      'too-large',
      `This file is larger than ${limit} MB. Divide it into several files.`,
    )
  }
  if (head.toString('latin1', 0, 4) === 'PK\x03\x04') return 'workbook'
  if (head.subarray(0, 8).equals(OLE_CONTAINER)) throw await refuseOleContainer(path)
  const start = head.toString('latin1', 0, 8)
  const other = OTHER_FILES.find(([signature]) => start.startsWith(signature))
  if (other) throw new ImportFileError('not-a-workbook', other[1])
  checkText(head, fileName)
  return 'text'
}

async function readHead(path: string): Promise<{ head: Buffer; size: number }> {
  await using file = await open(path)
  const { size } = await file.stat()
  const head = Buffer.alloc(Math.min(size, HEAD_BYTES))
  await file.read(head, 0, head.length, 0)
  return { head, size }
}

/** Workbooks with a password, and those of Excel before 2007, are containers of the same form. */
async function refuseOleContainer(path: string): Promise<ImportFileError> {
  if (await fileContains(path, Buffer.from('EncryptedPackage', 'utf16le'))) return refusePassword()
  return new ImportFileError(
    'other-format',
    'This file has the format of Excel 97-2003 (.xls). Open it in Excel, save it as an Excel workbook (.xlsx) and import that file.',
  )
}

async function fileContains(path: string, wanted: Buffer): Promise<boolean> {
  await using file = await open(path)
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  for await (const chunk of file.createReadStream({ autoClose: false })) {
    const block = Buffer.concat([rest, chunk as Buffer])
    if (block.includes(wanted)) return true
    rest = block.subarray(-wanted.length)
  }
  return false
}

/** Whether a byte occurs in no text: control characters but tabs, line and page ends, escape. */
const isBinary = (byte: number): boolean =>
  byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1a && byte !== 0x1b

function checkText(head: Buffer, fileName: string): void {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  const text = isUtf16 ? '' : head.toString('latin1')
  if (!isUtf16 && !looksLikeUtf16(head) && head.some(isBinary)) {
    throw new ImportFileError('not-a-workbook', `This file is neither a workbook nor a CSV file. ${USE_XLSX}`)
  }
  if (/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!doctype|html|table|meta|style|workbook)/i.test(text)) {
    throw new ImportFileError(
      'other-format',
      'This file is a web page or XML, whatever its name says. Open it in Excel, save it as an Excel workbook (.xlsx) and import that file.',
    )
  }
  if (/\.(?:xlsx|xlsm|xls|xlsb|ods|numbers)$/i.test(fileName)) {
    throw new ImportFileError(
      'not-a-workbook',
      'This file is named like a workbook but contains plain text. If it is a CSV file, change the end of its name to .csv.',
    )
  }
}

/** Whether every second byte is zero, as in UTF-16 of European languages without a mark at the beginning. */
export function looksLikeUtf16(head: Buffer): boolean {
  const sample = head.subarray(0, 1000)
  const zeros = sample.filter((byte, index) => index % 2 === 1 && byte === 0).length
  return (
    sample.length >= 4 && zeros > sample.length / 4 && !sample.some((byte, at) => at % 2 === 0 && byte === 0)
  )
}
