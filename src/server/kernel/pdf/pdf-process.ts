import { join } from 'node:path'
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { serveTasks } from '../child-tasks.ts'
import { HttpProblem } from '../http/problem.ts'
import type { PdfJob, PdfResult, SourcePicture } from './pdf-renderer.ts'

/* A child process that creates one PDF after the other. It is started by pdf-renderer.ts. */

const FONTS = join(import.meta.dirname, 'fonts')
/** Pages of the same template do not share enough to be worth the memory that the compiler's cache takes. */
const MAX_CACHE_AGE = 0
const JPEG_QUALITY = 80
/** The ground on which pictures stand: `stage` in look.typ. */
const STAGE = '#c6cacd'

let compiler: Promise<NodeCompiler> | undefined

serveTasks({
  async pdf(job: PdfJob): Promise<PdfResult> {
    return { file: await createFile(job), rss: process.memoryUsage.rss() }
  },
})

/** Throws `HttpProblem` if there is no compiler for this system, or it was not installed. */
async function loadCompiler(): Promise<NodeCompiler> {
  const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler').catch((cause) => {
    throw new HttpProblem(503, 'pdf', 'The package that creates PDFs cannot be loaded.', { cause })
  })
  return NodeCompiler.create({ workspace: import.meta.dirname, fontArgs: [{ fontPaths: [FONTS] }] })
}

async function createFile({ template, data, pictures, format = 'pdf' }: PdfJob): Promise<Uint8Array> {
  compiler ??= loadCompiler()
  const typst = await compiler
  const files = await Promise.all(pictures.map(toJpeg))
  const paths = files.map((file, index) => {
    if (!file) return null
    typst.mapShadow(join(import.meta.dirname, `picture-${index}.jpg`), file)
    return `/picture-${index}.jpg`
  })
  try {
    // The data are values of the document, never part of its source: nothing in them is interpreted.
    const inputs = { data: toJson(data), pictures: JSON.stringify(paths) }
    const compiled = typst.compile({ mainFileContent: template, inputs })
    const document = compiled.result
    if (!document) throw new Error(JSON.stringify(compiled.takeError()?.shortDiagnostics))
    if (format === 'jpeg') return await encodeJpeg(Buffer.from(typst.plainSvg(document)))
    try {
      return typst.pdf(document, { pdfStandard: 'ua-1' as never })
    } catch {
      // PDF/UA forbids a character that no font has. The document is tagged all the same.
      return typst.pdf(document)
    }
  } finally {
    typst.resetShadow()
    typst.evictCache(MAX_CACHE_AGE)
  }
}

/** Converts a picture to what PDFs contain. Returns undefined for one that is missing or cannot be decoded. */
async function toJpeg(picture: SourcePicture | undefined): Promise<Buffer | undefined> {
  if (!picture) return undefined
  return encodeJpeg(picture.bytes, picture.width).catch(() => undefined)
}

/** Encodes a picture or an SVG document, at most `width` px wide. */
async function encodeJpeg(bytes: Uint8Array, width?: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp(bytes)
    .resize({ width, withoutEnlargement: true })
    .flatten({ background: STAGE })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer()
}

/** Half of a surrogate pair, which the compiler refuses, is replaced. */
const toJson = (data: unknown): string =>
  JSON.stringify(data, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value))
