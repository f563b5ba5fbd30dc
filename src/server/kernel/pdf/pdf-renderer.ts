import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createChildWorker } from '../child.ts'
import { HttpProblem } from '../http/problem.ts'

const PROCESS_PATH = join(import.meta.dirname, 'pdf-process.ts')
/** Many times what the longest document takes. */
const TASK_TIMEOUT_MS = 20_000
/** After this time without a job the process ends and frees its memory. */
const IDLE_TIMEOUT_MS = 60_000
/** A document takes 50 ms, a picture twice as long: the last of these waits for two to four seconds. */
const MAX_WAITING = 40
/** A process that has grown beyond this is replaced by a new one: memory that the compiler frees is not always returned. */
const MAX_PROCESS_BYTES = 500_000_000
const RETRY_AFTER_SECONDS = 3

/** Changes with the look of all PDFs and with the version of the compiler. */
export const PDF_LOOK_HASH = hash(
  'sha256',
  ['look.typ', 'data-sheet.typ', '../../../../package.json']
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join(''),
)

/** A picture as it is stored. */
export interface SourcePicture {
  bytes: Uint8Array
  /** The width of the picture in the document, px. A narrower one keeps its own. */
  width: number
}

/** A task of the process. */
export interface PdfJob {
  /** The source of the Typst document. It reads `data` and `pictures` from its inputs as JSON. */
  template: string
  data: unknown
  /** Undefined for a file that is missing. */
  pictures: (SourcePicture | undefined)[]
  /** A picture shows the first page, one pixel for each point. By default a PDF. */
  format?: 'pdf' | 'jpeg'
}

/** `rss`: the memory of the process afterwards, bytes. */
export interface PdfResult {
  file: Uint8Array
  rss: number
}

/** Creates PDFs in a child process, one at a time. */
export interface PdfRenderer {
  /**
   * Throws `HttpProblem` with 503 if too many documents wait, the process ends, or this system has no compiler. A document that
   * still waits when the signal is aborted is not created, and fails as well.
   */
  render(job: PdfJob, signal?: AbortSignal): Promise<Buffer>
  /** Ends the process. Documents that are not complete fail. */
  close(): void
}

interface RendererOptions {
  processPath?: string
  taskTimeoutMs?: number
  maxWaiting?: number
  maxProcessBytes?: number
}

/**
 * Returns a renderer (decision 0173). The process starts with the first document and ends after a minute without one, when a
 * document takes too long, or when it has become too large.
 */
export function createPdfRenderer({
  processPath = PROCESS_PATH,
  taskTimeoutMs = TASK_TIMEOUT_MS,
  maxWaiting = MAX_WAITING,
  maxProcessBytes = MAX_PROCESS_BYTES,
}: RendererOptions = {}): PdfRenderer {
  const worker = createChildWorker({
    path: processPath,
    taskTimeoutMs,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    maxRunning: 1,
  })
  let isClosed = false

  async function render(job: PdfJob, signal?: AbortSignal): Promise<Buffer> {
    try {
      const { file, rss } = await worker.run<PdfResult>('pdf', job, signal)
      if (rss > maxProcessBytes) worker.replace()
      return Buffer.from(file.buffer, file.byteOffset, file.byteLength)
    } catch (error) {
      if (isClosed) throw toUnavailable('We are restarting the site. Try again in a few seconds.')
      if (signal?.aborted) throw toAborted()
      throw toProblem(error)
    }
  }

  return {
    render(job, signal) {
      if (worker.waitingCount >= maxWaiting)
        throw toUnavailable('We are creating many documents. Try again in a few seconds.')
      if (signal?.aborted) throw toAborted()
      return render(job, signal)
    },
    close() {
      isClosed = true
      worker.close()
    },
  }
}

const toProblem = (error: unknown): HttpProblem =>
  error instanceof HttpProblem
    ? toUnavailable('The server cannot create PDF files, because a program for them is missing.', error)
    : toUnavailable('We could not create the PDF file. Try again in a few seconds.', error)

const toAborted = () => toUnavailable('The document is no longer needed.')

const toUnavailable = (message: string, cause?: unknown) =>
  new HttpProblem(503, 'pdf', message, { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) }, cause })
