import {
  decodeText,
  isText,
  openPdf,
  type PdfDictionary,
  type PdfFile,
  type PdfValue,
  readTokens,
} from './pdf-objects.ts'

/**
 * Returns what a PDF file does wrong by the rules of PDF/UA-1 that a program can check, with the numbers of the Matterhorn
 * Protocol 1.1 (docs/decisions/0173). It is no complete checker: it knows what Typst writes, such as composite fonts.
 */
export function checkPdfAccessibility(bytes: Uint8Array): string[] {
  const file = openPdf(bytes)
  const catalog = file.dictionary(file.trailer.Root)
  const failures = new Set<string>()
  const context: Context = {
    file,
    catalog,
    pages: listPages(file, catalog.Pages),
    elements: listElements(file, catalog),
    fail: (checkpoint, message) => failures.add(`${checkpoint}: ${message}`),
  }
  checkMetadata(context)
  checkStructure(context)
  checkHeadings(context)
  checkTables(context)
  checkContents(context)
  checkAnnotations(context)
  checkFonts(context)
  return [...failures]
}

/** A node of the structure tree. */
interface Element {
  /** Its own type, and that of the standard which it stands for. */
  type: string
  role: string
  dictionary: PdfDictionary
  parent: Element | undefined
  children: Element[]
  /** The marked content that belongs to it: page and number. */
  contents: { page: PdfDictionary; mcid: number }[]
  /** The annotations that belong to it. */
  annotations: PdfDictionary[]
}

interface Context {
  file: PdfFile
  catalog: PdfDictionary
  pages: PdfDictionary[]
  /** In the order of the document. */
  elements: Element[]
  fail: (checkpoint: string, message: string) => void
}

/** What the protocol has no number for: all content belongs to the structure tree, once (ISO 14289-1, 7.1). */
const STRUCTURE = 'UA1 7.1'
/** The same for tables without headers (ISO 14289-1, 7.5). */
const TABLES = 'UA1 7.5'

const STANDARD_TYPES = new Set(
  `Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR
  TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure Formula Form`.split(
    /\s+/,
  ),
)
/** The types within which an element of a type may stand. */
const PARENTS: Record<string, string[]> = {
  TR: ['Table', 'THead', 'TBody', 'TFoot'],
  TH: ['TR'],
  TD: ['TR'],
  THead: ['Table'],
  TBody: ['Table'],
  TFoot: ['Table'],
  LI: ['L'],
  Lbl: ['LI', 'TOCI', 'Note', 'BibEntry', 'Reference'],
  LBody: ['LI'],
  TOCI: ['TOC'],
}
/** The types that may stand within a type. */
const CHILDREN: Record<string, string[]> = {
  Table: ['TR', 'THead', 'TBody', 'TFoot', 'Caption'],
  THead: ['TR'],
  TBody: ['TR'],
  TFoot: ['TR'],
  TR: ['TH', 'TD'],
  L: ['L', 'LI', 'Caption'],
  LI: ['Lbl', 'LBody'],
}

function listPages(file: PdfFile, node: PdfValue | undefined): PdfDictionary[] {
  const dictionary = file.dictionary(node)
  if (dictionary.Type === '/Page') return [dictionary]
  return file.array(dictionary.Kids).flatMap((kid) => listPages(file, kid))
}

function listElements(file: PdfFile, catalog: PdfDictionary): Element[] {
  const root = file.dictionary(catalog.StructTreeRoot)
  const roles = file.dictionary(root.RoleMap)
  const toRole = (type: string, seen = 0): string =>
    typeof roles[type] === 'string' && seen < 10 ? toRole(roles[type].slice(1), seen + 1) : type
  const elements: Element[] = []
  const visit = (kids: PdfValue | undefined, parent: Element | undefined) => {
    for (const kid of file.array(kids)) {
      const dictionary = file.dictionary(kid)
      const page = file.dictionary(dictionary.Pg ?? parent?.dictionary.Pg)
      if (typeof kid === 'number')
        parent?.contents.push({ page: file.dictionary(parent.dictionary.Pg), mcid: kid })
      else if (dictionary.Type === '/MCR') parent?.contents.push({ page, mcid: Number(dictionary.MCID) })
      else if (dictionary.Type === '/OBJR') parent?.annotations.push(file.dictionary(dictionary.Obj))
      else {
        const type = String(dictionary.S ?? '/').slice(1)
        const element: Element = {
          type,
          role: toRole(type),
          dictionary,
          parent,
          children: [],
          contents: [],
          annotations: [],
        }
        elements.push(element)
        parent?.children.push(element)
        visit(dictionary.K, element)
      }
    }
  }
  visit(root.K, undefined)
  return elements
}

const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\d{3}))?$/

function checkMetadata({ file, catalog, elements, fail }: Context): void {
  const xmp =
    catalog.Metadata === undefined ? '' : Buffer.from(file.content(catalog.Metadata), 'latin1').toString()
  if (!xmp) fail('06-001', 'the document has no XMP metadata')
  if (!/<pdfuaid:part>1<\/pdfuaid:part>|pdfuaid:part="1"/.test(xmp))
    fail('06-002', 'the metadata do not state PDF/UA-1')
  if (!/<dc:title>\s*<rdf:Alt>\s*<rdf:li[^>]*>[^<\s]/.test(xmp)) fail('06-003', 'the metadata have no title')
  if (file.dictionary(catalog.ViewerPreferences).DisplayDocTitle !== true)
    fail('07-002', 'windows do not show the title of the document')
  if (file.dictionary(catalog.MarkInfo).Marked !== true)
    fail(STRUCTURE, 'the document is not marked as tagged')
  if (file.dictionary(catalog.MarkInfo).Suspects === true) fail('01-007', 'the tags are marked as suspect')
  if (!LANGUAGE.test(decodeText(catalog.Lang))) fail('11-006', 'the document states no language')
  for (const { dictionary } of elements)
    if (dictionary.Lang !== undefined && !LANGUAGE.test(decodeText(dictionary.Lang)))
      fail('11-001', `${JSON.stringify(dictionary.Lang)} is no language`)
  if (file.trailer.Encrypt !== undefined) fail('26-001', 'the document is encrypted')
  if (file.dictionary(catalog.AcroForm).XFA !== undefined) fail('25-001', 'the document has a dynamic form')
}

/** Of tables, lists and tables of contents. */
const getCheckpoint = (role: string): string =>
  role.startsWith('T') && !role.startsWith('TOC') ? '09-004' : role.startsWith('TOC') ? '09-006' : '09-005'

function checkStructure({ elements, file, fail }: Context): void {
  for (const { type, role, parent, children, dictionary } of elements) {
    if (!STANDARD_TYPES.has(role)) fail('02-001', `${type} is no standard type and stands for none`)
    if (STANDARD_TYPES.has(type) && role !== type)
      fail('02-004', `the standard type ${type} has another meaning`)
    if (PARENTS[role] && !PARENTS[role].includes(parent?.role ?? ''))
      fail(getCheckpoint(role), `${role} stands within ${parent?.role ?? 'nothing'}`)
    for (const child of children)
      if (CHILDREN[role] && !CHILDREN[role].includes(child.role))
        fail(getCheckpoint(role), `${role} contains ${child.role}`)
    if (
      (role === 'Figure' || role === 'Formula') &&
      !hasText(dictionary.Alt) &&
      !hasText(dictionary.ActualText)
    )
      fail(role === 'Figure' ? '13-004' : '17-002', `a ${role.toLowerCase()} has no alternative text`)
    if (role === 'Note' && !isText(file.get(dictionary.ID))) fail('19-003', 'a note has no ID')
  }
}

const hasText = (value: PdfValue | undefined): boolean => decodeText(value).trim() !== ''

function checkHeadings({ elements, fail }: Context): void {
  let last = 0
  for (const { role } of elements) {
    if (role === 'H') fail('14-007', 'a heading has no level')
    const level = /^H([1-6])$/.exec(role)?.[1]
    if (level === undefined) continue
    if (last === 0 && level !== '1') fail('14-002', `the first heading has level ${level}`)
    if (Number(level) > last + 1) fail('14-003', `a heading of level ${level} follows one of level ${last}`)
    last = Number(level)
  }
}

function checkTables({ elements, file, fail }: Context): void {
  for (const table of elements.filter(({ role }) => role === 'Table')) {
    const rows = table.children.flatMap((child) => (child.role === 'TR' ? [child] : child.children))
    for (const part of ['THead', 'TFoot', 'Caption'])
      if (table.children.filter(({ role }) => role === part).length > 1)
        fail('09-004', `a table has more than one ${part}`)
    const getAttribute = (cell: Element, name: string) =>
      file
        .array(cell.dictionary.A)
        .map((attributes) => file.dictionary(attributes))
        .find(({ O }) => O === '/Table')?.[name]
    const widths = rows.map(({ children }) =>
      children.reduce((width, cell) => width + Number(getAttribute(cell, 'ColSpan') ?? 1), 0),
    )
    const hasRowSpans = rows.some(({ children }) =>
      children.some((cell) => Number(getAttribute(cell, 'RowSpan') ?? 1) > 1),
    )
    if (!hasRowSpans && new Set(widths).size > 1)
      fail(TABLES, `rows of a table have ${[...new Set(widths)]} columns`)
    for (const cell of rows.flatMap(({ children }) => children))
      if (cell.role === 'TH' && !['/Column', '/Row', '/Both'].includes(String(getAttribute(cell, 'Scope'))))
        fail('15-003', 'a header cell has no scope')
    if (!rows.some(({ children }) => children.some(({ role }) => role === 'TH')))
      fail(TABLES, 'a table has no header cell')
  }
}

/** The operators that paint: text, paths, shadings, images and forms. */
const PAINTING = new Set('Tj TJ \' " f F f* B B* b b* S s sh Do BI'.split(' '))

/** Whether all content belongs to an element of the structure tree or is an artifact, and no number is used twice. */
function checkContents({ file, pages, elements, fail }: Context): void {
  const expected = new Map<PdfDictionary, Set<number>>(pages.map((page) => [page, new Set()]))
  for (const { contents } of elements)
    for (const { page, mcid } of contents) {
      const known = expected.get(page)
      if (!known) fail(STRUCTURE, 'the structure refers to a page that does not exist')
      else if (known.has(mcid)) fail(STRUCTURE, `content ${mcid} belongs to two elements`)
      known?.add(mcid)
    }
  for (const page of pages) {
    const found = new Set<number>()
    const source = file.array(page.Contents).length > 1 ? '' : file.content(page.Contents)
    for (const mcid of listMarkedContents(
      { file, fail },
      { source, resources: file.dictionary(page.Resources) },
    )) {
      if (found.has(mcid)) fail(STRUCTURE, `content ${mcid} of a page exists twice`)
      found.add(mcid)
    }
    for (const mcid of found)
      if (!expected.get(page)!.has(mcid))
        fail(STRUCTURE, 'marked content belongs to no element of the structure')
    for (const mcid of expected.get(page)!)
      if (!found.has(mcid)) fail(STRUCTURE, 'the structure refers to content that does not exist')
    if (found.size > 0 && page.StructParents === undefined)
      fail(STRUCTURE, 'a page is not part of the structure')
  }
}

/** Returns the numbers of marked contents, and reports what is painted outside of them and of artifacts. */
function listMarkedContents(
  { file, fail }: Pick<Context, 'file' | 'fail'>,
  { source, resources, isMarked = false }: { source: string; resources: PdfDictionary; isMarked?: boolean },
): number[] {
  const mcids: number[] = []
  const open: ('artifact' | 'tagged' | 'other')[] = []
  let operands: PdfValue[] = []
  for (const token of readTokens(source)) {
    if ('value' in token) {
      operands.push(token.value)
      continue
    }
    const { operator } = token
    if (operator === 'BMC' || operator === 'BDC') {
      const properties = file.dictionary(operands[1])
      const kind =
        operands[0] === '/Artifact' ? 'artifact' : typeof properties.MCID === 'number' ? 'tagged' : 'other'
      if (kind === 'artifact' && open.includes('tagged'))
        fail('01-003', 'an artifact is within tagged content')
      if (kind === 'tagged' && open.includes('artifact'))
        fail('01-004', 'tagged content is within an artifact')
      if (kind === 'tagged') mcids.push(Number(properties.MCID))
      open.push(kind)
    }
    if (operator === 'EMC') open.pop()
    if (PAINTING.has(operator)) {
      const isInside = isMarked || open.includes('tagged') || open.includes('artifact')
      const form =
        operator === 'Do' ? file.dictionary(resources.XObject)[String(operands[0]).slice(1)] : undefined
      const dictionary = file.dictionary(form)
      if (dictionary.Subtype === '/Form')
        mcids.push(
          ...listMarkedContents(
            { file, fail },
            {
              source: file.content(form),
              resources: file.dictionary(dictionary.Resources),
              isMarked: isInside,
            },
          ),
        )
      else if (!isInside) fail('01-005', `${operator} paints what is neither tagged nor an artifact`)
    }
    operands = []
  }
  if (open.length > 0) fail(STRUCTURE, 'marked content has no end')
  return mcids
}

function checkAnnotations({ file, pages, elements, fail }: Context): void {
  const owners = new Map(
    elements.flatMap((element) => element.annotations.map((annotation) => [annotation, element] as const)),
  )
  for (const page of pages) {
    const annotations = file.array(page.Annots).map((each) => file.dictionary(each))
    if (annotations.length > 0 && page.Tabs !== '/S')
      fail(
        page.Tabs === undefined ? '28-008' : '28-009',
        'the annotations of a page are not in the order of the structure',
      )
    for (const annotation of annotations) {
      const owner = owners.get(annotation)
      if (annotation.StructParent === undefined || !owner)
        fail('28-011', 'an annotation belongs to no element')
      if (annotation.Subtype !== '/Link') continue
      if (owner && owner.role !== 'Link') fail('28-011', `a link belongs to ${owner.role}`)
      if (!hasText(annotation.Contents)) fail('28-012', 'a link has no description')
    }
  }
}

function checkFonts({ file, pages, fail }: Context): void {
  const fonts = new Set<PdfDictionary>()
  const collect = (resources: PdfDictionary) => {
    for (const font of Object.values(file.dictionary(resources.Font))) fonts.add(file.dictionary(font))
    for (const object of Object.values(file.dictionary(resources.XObject)))
      if (file.dictionary(object).Subtype === '/Form')
        collect(file.dictionary(file.dictionary(object).Resources))
  }
  for (const page of pages) collect(file.dictionary(page.Resources))
  for (const font of fonts) {
    const name = String(font.BaseFont ?? font.Name ?? font.Subtype)
    const described = font.Subtype === '/Type0' ? file.dictionary(file.array(font.DescendantFonts)[0]) : font
    const { FontFile, FontFile2, FontFile3 } = file.dictionary(described.FontDescriptor)
    if (font.Subtype !== '/Type3' && !(FontFile ?? FontFile2 ?? FontFile3))
      fail('31-009', `${name} is not embedded`)
    if (described.Subtype === '/CIDFontType2' && described.CIDToGIDMap === undefined)
      fail('31-005', `${name} does not state its glyphs`)
    if (font.ToUnicode === undefined) fail('31-027', `${name} does not state the characters of its glyphs`)
    else {
      const targets = listTargets(file.content(font.ToUnicode))
      if (targets.some((target) => target.includes('0000')))
        fail('31-028', `${name} has glyphs for no character`)
      if (targets.some((target) => target.includes('FEFF') || target.includes('FFFE')))
        fail('31-029', `${name} has glyphs for a byte order mark`)
    }
  }
}

/** Returns the characters of the mappings of a CMap, in groups of four hexadecimal digits. */
const listTargets = (map: string): string[][] =>
  [...map.matchAll(/beginbf(?:char|range)([\s\S]*?)endbf(?:char|range)/g)]
    .flatMap(([, lines = '']) => lines.trim().split(/\r?\n/))
    .map((line) => /<([\dA-Fa-f]*)>\]?\s*$/.exec(line)?.[1]?.toUpperCase().match(/.{4}/g) ?? [])
