import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createWorkbookParts, readRows, type TestPart, writeZip } from '../support/formats/workbook-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'capstan-hostile-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'file')

const readWorkbook = (parts: Record<string, TestPart>) => {
  writeZip(path, parts)
  return readRows(path)
}

const CELL = '<row r="1"><c r="A1"><v>1</v></c></row>'
const text = (content: string) => `<row r="1"><c r="A1" t="inlineStr"><is><t>${content}</t></is></c></row>`
const repeat = (piece: string, count: number) => Buffer.alloc(piece.length * count, piece)
const withPart = (name: string, content = 'x') => ({ ...createWorkbookParts(CELL), [name]: { content } })
const createRows = (count: number) =>
  Array.from({ length: count }, (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>1</v></c></row>`)

test.each<[string, string, Record<string, TestPart>]>([
  ['a sheet of spaces', 'becomes far too large', createWorkbookParts(repeat(' ', 60_000_000))],
  [
    'a long comment',
    'becomes far too large',
    createWorkbookParts(Buffer.concat([Buffer.from('<!--'), repeat(' ', 60_000_000), Buffer.from('-->')])),
  ],
  [
    'a long tag',
    'is damaged',
    createWorkbookParts(Buffer.concat([Buffer.from('<row r="1"'), repeat(' ', 4_000_000)])),
  ],
  [
    'one long text',
    'cell A1: the text has more than 32,767',
    createWorkbookParts(text('A'.repeat(40_000_000))),
  ],
  [
    'one text that is a little too long',
    'cell A1: the text has more than 32,767',
    createWorkbookParts(text('A'.repeat(32_768))),
  ],
  [
    'millions of shared strings',
    'becomes far too large',
    createWorkbookParts(CELL, {
      sharedStrings: Buffer.concat([
        Buffer.from('<sst>'),
        repeat('<si><t>xxxxxxxxxxxxxxxxx</t></si>', 2_000_000),
        Buffer.from('</sst>'),
      ]),
    }),
  ],
  [
    'a cell in the last column',
    'more than 200 columns',
    createWorkbookParts('<row r="1"><c r="XFD1"><v>1</v></c></row>'),
  ],
  ['200,001 rows', 'more than 2,00,000 rows', createWorkbookParts(createRows(200_001).join(''))],
  [
    'entities in a sheet',
    'XML declarations',
    {
      ...createWorkbookParts(CELL),
      'xl/worksheets/sheet1.xml': {
        content: `<!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData>${text('&b;')}</sheetData></worksheet>`,
      },
    },
  ],
  [
    'entities in shared strings',
    'XML declarations',
    createWorkbookParts(CELL, { sharedStrings: '<!DOCTYPE sst [<!ENTITY a "a">]><sst/>' }),
  ],
  ['macros', 'contains macros', withPart('xl/vbaProject.bin')],
  [
    'macros by content type',
    'contains macros',
    withPart(
      '[Content_Types].xml',
      '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
    ),
  ],
  ['macro sheets', 'contains macros', withPart('xl/macrosheets/sheet1.xml')],
  ['external links', 'takes values from other workbooks', withPart('xl/externalLinks/externalLink1.xml')],
  ['a Word document', 'is a Word document', { 'word/document.xml': { content: 'x' } }],
  ['an OpenDocument sheet', 'is an OpenDocument file', { 'content.xml': { content: 'x' } }],
  ['a binary workbook', 'is a binary workbook', withPart('xl/workbook.bin')],
  ['a zip of pictures', 'zip file is not a workbook', { 'a.jpg': { content: 'x' } }],
  [
    'encrypted entries',
    'protected with a password',
    { ...createWorkbookParts(CELL), '[Content_Types].xml': { content: 'x', flags: 1 } },
  ],
  [
    'a sheet that is larger than declared',
    'is damaged',
    {
      ...createWorkbookParts(CELL),
      'xl/worksheets/sheet1.xml': {
        content: `<worksheet><sheetData>${CELL}</sheetData></worksheet>`,
        declaredBytes: 10,
      },
    },
  ],
  [
    'a sheet without an end',
    'is damaged',
    {
      ...createWorkbookParts(CELL),
      'xl/worksheets/sheet1.xml': { content: '<worksheet><sheetData><row r="1"><c' },
    },
  ],
  [
    'a shared string that is missing',
    'is damaged',
    createWorkbookParts('<row r="1"><c r="A1" t="s"><v>5</v></c></row>'),
  ],
  ['no sheet', 'is damaged', withPart('xl/_rels/workbook.xml.rels', '<Relationships/>')],
])('A workbook with %s is refused with "%s"', async (_, message, parts) => {
  await expect(readWorkbook(parts)).rejects.toThrow(message)
})

test('A workbook that names 32,000 sheets is refused within two seconds of processor time', async () => {
  const ids = Array.from({ length: 32_000 }, (_, index) => `r${index}`)
  const relation = (id: string) =>
    `<Relationship Id="${id}" Type="a/worksheet" Target="worksheets/none.xml"/>`
  const sheet = (id: string) => `<sheet name="${id}" r:id="x${id}"/>`
  writeZip(path, {
    ...withPart('xl/workbook.xml', `<workbook><sheets>${ids.map(sheet).join('')}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': { content: `<Relationships>${ids.map(relation).join('')}</Relationships>` },
  })
  const start = process.cpuUsage()
  await expect(readRows(path)).rejects.toThrow('is damaged')
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000)
})

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
test.each<[string, string, Buffer | string, string]>([
  ['an empty file', 'is empty', '', 'a.xlsx'],
  ['a PDF file', 'is a PDF file', '%PDF-1.7\n', 'a.xlsx'],
  ['a picture', 'is a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'a.csv'],
  ['an old workbook', 'Excel 97-2003', Buffer.concat([OLE, Buffer.alloc(5000)]), 'a.xlsx'],
  [
    'a workbook with a password',
    'protected with a password',
    Buffer.concat([OLE, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]),
    'a.xlsx',
  ],
  [
    'a web page named .xls',
    'is a web page or XML',
    '<html><table><tr><td>1</td></tr></table></html>',
    'a.xls',
  ],
  ['text named .xlsx', 'named like a workbook but contains plain text', 'Name,Rate\n', 'a.xlsx'],
  [
    'a program',
    'neither a workbook nor a CSV file',
    Buffer.from([0x7f, 0x45, 0x4c, 0x46, 1, 2, 0, 0, 0]),
    'a.csv',
  ],
  [
    'a CSV file of 201 columns',
    'more than 200 columns',
    Array.from({ length: 201 }, () => 'x').join(','),
    'a.csv',
  ],
  [
    'a CSV file with a quotation mark that is never closed',
    'row 2: a quotation mark is opened',
    `Name\n"V belt\n${'x,y\n'.repeat(3_000_000)}`,
    'a.csv',
  ],
  [
    'a CSV file with a long text',
    'cell A2: the text has more than 32,767',
    `Name\n${'x'.repeat(32_768)}`,
    'a.csv',
  ],
  ['a file of more than 50 MB', 'larger than 50 MB', Buffer.alloc(50_000_001, 'x'), 'a.csv'],
])('For %s the reader says "%s"', async (_, message, content, fileName) => {
  writeFileSync(path, content)
  await expect(readRows(path, fileName)).rejects.toThrow(message)
})

test('A workbook of which any part is missing or changed is refused as damaged or read as it was', async () => {
  writeZip(path, createWorkbookParts(createRows(300).join('')))
  const whole = readFileSync(path)
  const rows = await readRows(path)
  for (let at = 0; at < whole.length; at += 41) {
    for (const broken of [whole.subarray(0, at), Buffer.from(whole).fill(0xa5, at, at + 1)]) {
      writeFileSync(path, broken)
      const result = await readRows(path).catch((error: Error) => error)
      if (result instanceof Error) expect(result.constructor.name).toBe('ImportFileError')
      else expect(result).toEqual(rows)
    }
  }
})

test('Formulas are read by their cached value; texts that look like formulas or keys are texts', async () => {
  const [row] = await readWorkbook(
    createWorkbookParts(
      '<row><c t="str"><f>HYPERLINK("http://evil","x")</f><v>cached</v></c><c><f>1+1</f><v>2</v></c><c t="str"><f>""</f><v></v></c><c><f>B1</f></c><c t="e"><v>#REF!</v></c><c t="inlineStr"><is><t>=cmd|calc!A0</t></is></c><c t="inlineStr"><is><r><t>__pro</t></r><r><t>to__ _x0041_&#x20B9;</t></r><rPh><t>no</t></rPh></is></c></row>',
    ),
  )
  expect(row).toEqual({
    sheet: 'S',
    row: 1,
    cells: [
      { value: 'cached', text: 'cached' },
      { value: 2, text: '2' },
      { value: null, text: '' },
      { value: null, text: '(formula without a result)', isError: true },
      { value: '#REF!', text: '#REF!', isError: true },
      { value: '=cmd|calc!A0', text: '=cmd|calc!A0' },
      { value: '__proto__ A₹', text: '__proto__ A₹' },
    ],
  })
})

test('Workbooks with namespace prefixes are read', async () => {
  const parts = createWorkbookParts(CELL, {
    sharedStrings: '<x:sst xmlns:x="m"><x:si><x:t>V belt</x:t></x:si></x:sst>',
  })
  parts['xl/worksheets/sheet1.xml'] = {
    content:
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="2"><x:c r="B2" t="s"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>',
  }
  expect(await readWorkbook(parts)).toEqual([
    {
      sheet: 'S',
      row: 2,
      cells: [
        { value: null, text: '' },
        { value: 'V belt', text: 'V belt' },
      ],
    },
  ])
})

test.runIf(process.platform === 'linux')(
  'Hostile workbooks are refused within seconds and 200 MB',
  async () => {
    const bombs: Record<string, TestPart>[] = [
      createWorkbookParts(repeat(' ', 80_000_000)),
      createWorkbookParts(text('A'.repeat(80_000_000))),
      createWorkbookParts(CELL, { sharedStrings: repeat('<si><t>x</t></si>', 4_000_000) }),
      createWorkbookParts(createRows(20_000).join('').replaceAll('r="A', 'r="XFD')),
    ]
    const paths = bombs.map((parts, index) => {
      const bomb = join(folder, `bomb-${index}`)
      writeZip(bomb, parts)
      return bomb
    })
    const program = `
    import { readFileSync } from 'node:fs'
    import { readTable } from '#server/catalogue/imports/reading/read-table.ts'
    const codes = []
    for (const path of ${JSON.stringify(paths)}) {
      try { for await (const row of readTable(path, 'a.xlsx')); } catch (error) { codes.push(error.code) }
    }
    const [, kb] = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))
    console.log(JSON.stringify({ codes, ms: process.cpuUsage().user / 1000, kb: Number(kb) }))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
    const { codes, ms, kb } = JSON.parse(stdout) as { codes: string[]; ms: number; kb: number }
    expect(codes).toEqual(['expands', 'text-too-long', 'expands', 'too-many-columns'])
    expect(ms).toBeLessThan(5000)
    expect(kb).toBeLessThan(200_000)
  },
)
