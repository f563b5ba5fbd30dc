import { writeFileSync } from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a test workbook; `declaredBytes` and `flags` make it lie. */
export interface TestPart {
  content: string | Buffer
  declaredBytes?: number
  flags?: number
}

const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The parts of a workbook with one sheet 'S' and these rows; others can be added or replaced. */
export const createWorkbookParts = (
  sheetData: string | Buffer,
  { sharedStrings = `<sst xmlns="${MAIN}"/>` }: { sharedStrings?: string | Buffer } = {},
): Record<string, TestPart> => ({
  '[Content_Types].xml': {
    content: `<Types xmlns="${TYPES}"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  },
  '_rels/.rels': {
    content: `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  'xl/workbook.xml': {
    content: `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  'xl/_rels/workbook.xml.rels': {
    content: `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${DOCUMENT}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  },
  'xl/sharedStrings.xml': { content: sharedStrings },
  'xl/worksheets/sheet1.xml': {
    content: Buffer.concat([
      Buffer.from(`<worksheet xmlns="${MAIN}"><sheetData>`),
      Buffer.from(sheetData as string),
      Buffer.from('</sheetData></worksheet>'),
    ]),
  },
})

/** Writes a zip file with these parts. */
export function writeZip(path: string, parts: Record<string, TestPart>): void {
  const locals: Buffer[] = []
  const records: Buffer[] = []
  let offset = 0
  for (const [name, { content, declaredBytes, flags = 0 }] of Object.entries(parts)) {
    const bytes = Buffer.from(content as string)
    const deflated = deflateRawSync(bytes)
    const sizes = Buffer.alloc(20)
    sizes.writeUInt16LE(flags, 0)
    sizes.writeUInt16LE(8, 2)
    sizes.writeUInt32LE(crc32(bytes), 8)
    sizes.writeUInt32LE(deflated.length, 12)
    sizes.writeUInt32LE(declaredBytes ?? bytes.length, 16)
    const nameLength = Buffer.alloc(4)
    nameLength.writeUInt16LE(name.length, 0)
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04\x14\0'),
      sizes,
      nameLength,
      Buffer.from(name),
      deflated,
    ])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    records.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\0\x14\0'), sizes, nameLength, rest, Buffer.from(name)]),
    )
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(records)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(records.length, 8)
  end.writeUInt16LE(records.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  writeFileSync(path, Buffer.concat([...locals, directory, end]))
}
