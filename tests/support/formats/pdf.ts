import { getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'
import { checkPdfAccessibility } from './pdf-accessibility.ts'

/** A node of the structure tree: a tagged part of a page. */
interface StructureNode {
  role?: string
  alt?: string
  children?: StructureNode[]
}

/** What a reader finds in a PDF. */
interface ReadPdf {
  pageCount: number
  /** The text in the order of the document. */
  text: string
  title: string
  isTagged: boolean
  /** The roles of all tags, such as 'H1'. */
  roles: string[]
  /** The texts for pictures. */
  alternatives: string[]
  links: string[]
  /** The titles of the bookmarks. */
  outline: string[]
}

/** Reads a PDF as a viewer does. */
async function readPdf(bytes: Uint8Array, readPages: number): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { info } = (await pdf.getMetadata()) as { info: { Title?: string } }
  const nodes: StructureNode[] = []
  const links: string[] = []
  let text = ''
  for (let number = 1; number <= Math.min(pdf.numPages, readPages); number++) {
    const page = await pdf.getPage(number)
    for (const item of (await page.getTextContent()).items)
      if ('str' in item) text += item.str + (item.hasEOL ? ' ' : '')
    text += ' '
    collect((await page.getStructTree()) as StructureNode | null, nodes)
    for (const { url } of await page.getAnnotations()) if (url) links.push(url)
  }
  const outline = (await pdf.getOutline()) ?? []
  const markInfo = await pdf.getMarkInfo()
  await pdf.loadingTask.destroy()
  return {
    pageCount: pdf.numPages,
    // The library does not know the texts that stand for the glyphs of some scripts, and returns control characters too.
    text: text.replace(/[\s\p{Cc}]+/gu, ' '),
    title: info.Title ?? '',
    isTagged: markInfo?.Marked === true,
    roles: nodes.flatMap(({ role }) => role ?? []),
    alternatives: nodes.flatMap(({ alt }) => alt ?? []),
    links,
    outline: outline.map(({ title }) => title),
  }
}

function collect(node: StructureNode | null, nodes: StructureNode[]): void {
  if (!node) return
  nodes.push(node)
  for (const child of node.children ?? []) collect(child, nodes)
}

/**
 * Expects a response with a PDF and reads its first pages, or all of it, which must be accessible (decision 0173). `failures`:
 * what it is expected to do wrong.
 */
export async function expectPdf(
  sent: Promise<Response>,
  { readPages = Number.POSITIVE_INFINITY, failures = [] as string[] } = {},
): Promise<ReadPdf> {
  const reply = await sent
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toBe('application/pdf')
  const bytes = new Uint8Array(await reply.arrayBuffer())
  if (readPages === Number.POSITIVE_INFINITY)
    expect(checkPdfAccessibility(bytes), 'PDF/UA-1').toEqual(failures)
  return readPdf(bytes, readPages)
}
