import { generateZip, type NewZipEntry } from '../zip/writer.ts'
import { generateSheet, getFilterRange, type Sheet } from './sheet.ts'
import { STYLES_XML } from './styles.ts'
import { escapeXml } from './xml-text.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const XLSX_TYPE = `${CONTENT}.sheet`

/** Yields an Excel workbook. Its rows are read as the file is sent, so that memory does not grow with their number. */
export const generateWorkbook = (sheets: Sheet[]): AsyncGenerator<Buffer> => generateZip(listParts(sheets))

function* listParts(sheets: Sheet[]): Generator<NewZipEntry> {
  yield { name: '[Content_Types].xml', text: [formatContentTypes(sheets)] }
  yield {
    name: '_rels/.rels',
    text: [formatRelationships([['officeDocument', 'xl/workbook.xml']])],
  }
  yield { name: 'xl/workbook.xml', text: [formatWorkbook(sheets)] }
  yield {
    name: 'xl/_rels/workbook.xml.rels',
    text: [
      formatRelationships([
        ...sheets.map((_, index): [string, string] => ['worksheet', `worksheets/${toFileName(index)}`]),
        ['styles', 'styles.xml'],
      ]),
    ],
  }
  yield { name: 'xl/styles.xml', text: [STYLES_XML] }
  for (const [index, sheet] of sheets.entries()) {
    const text = generateSheet(sheet, { isFirst: index === 0 })
    yield { name: `xl/worksheets/${toFileName(index)}`, text }
  }
}

const toFileName = (index: number): string => `sheet${index + 1}.xml`

function formatContentTypes(sheets: Sheet[]): string {
  const parts = [
    ['/xl/workbook.xml', `${CONTENT}.sheet.main+xml`],
    ['/xl/styles.xml', `${CONTENT}.styles+xml`],
    ...sheets.map((_, index) => [`/xl/worksheets/${toFileName(index)}`, `${CONTENT}.worksheet+xml`]),
  ]
  const overrides = parts.map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`)
  return (
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
  )
}

/** Relationships named rId1, rId2 and so on. */
function formatRelationships(targets: [type: string, target: string][]): string {
  const relationships = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${DOCUMENT}/${type}" Target="${target}"/>`,
  )
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relationships.join('')}</Relationships>`
}

function formatWorkbook(sheets: Sheet[]): string {
  const formatted = sheets.map(
    ({ name, isHidden }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
  )
  return (
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><bookViews><workbookView activeTab="0"/></bookViews>` +
    `<sheets>${formatted.join('')}</sheets>${formatFilterNames(sheets)}</workbook>`
  )
}

/** The names that Excel gives to filtered cells; LibreOffice needs them. */
function formatFilterNames(sheets: Sheet[]): string {
  const names = sheets.flatMap((sheet, index) => {
    const range = getFilterRange(sheet)?.replace(/[A-Z]+|\d+/g, '$$$&')
    const sheetName = escapeXml(`'${sheet.name.replaceAll("'", "''")}'`)
    return range
      ? `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${sheetName}!${range}</definedName>`
      : []
  })
  return names.length > 0 ? `<definedNames>${names.join('')}</definedNames>` : ''
}
