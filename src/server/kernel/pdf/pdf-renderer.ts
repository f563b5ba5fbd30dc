import type { ChildProcess } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { forkNode } from '../fork-node.ts'
import { setKeepAlive } from '../keep-alive.ts'
import { HttpProblem } from '../problem.ts'

const PROCESS_PATH = join(import.meta.dirname, 'pdf-process.ts')
/** Many times what the longest document takes. */
const JOB_TIMEOUT_MS = 20_000
/** After this time without a job the process ends and frees its memory. */
const IDLE_TIMEOUT_MS = 60_000
/** A document takes 50 ms: the last of these waits for two seconds. */
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

/** A message to the process. */
export interface PdfJob {
  /** The source of the Typst document. It reads `data` and `pictures` from its inputs as JSON. */
  template: string
  data: unknown
  /** Undefined for a file that is missing. */
  pictures: (SourcePicture | undefined)[]
}

/** A message from the process. */
export type PdfResult = { pdf: Uint8Array; rss: number } | { error: string; isUnavailable: boolean }

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

interface PendingJob {
  job: PdfJob
  resolve(pdf: Buffer): void
  reject(error: Error): void
}

interface RendererOptions {
  processPath?: string
  jobTimeoutMs?: number
  maxWaiting?: number
  maxProcessBytes?: number
}

/**
 * Returns a renderer (decision 0173). The process starts with the first document and ends after a minute without one, when a
 * document takes too long, or when it has become too large.
 */
export function createPdfRenderer({
  processPath = PROCESS_PATH,
  jobTimeoutMs = JOB_TIMEOUT_MS,
  maxWaiting = MAX_WAITING,
  maxProcessBytes = MAX_PROCESS_BYTES,
}: RendererOptions = {}): PdfRenderer {
  const waiting: PendingJob[] = []
  let child: ChildProcess | undefined
  let running: PendingJob | undefined
  let timeout: NodeJS.Timeout | undefined
  let idleTimer: NodeJS.Timeout | undefined

  function startProcess(): ChildProcess {
    // The process reads files of users: it receives no passwords.
    const started = forkNode(processPath, { serialization: 'advanced' })
    started.on('message', (result: PdfResult) => {
      if (child === started) finish(result)
    })
    const handleEnd = (reason: unknown) => {
      if (child !== started) return
      child = undefined
      finish({ error: `The process ended (${reason})`, isUnavailable: false })
    }
    started.on('error', handleEnd)
    started.on('exit', (code, signal) => handleEnd(signal ?? code))
    return started
  }

  function startNext(): void {
    if (running) return
    running = waiting.shift()
    if (!running) {
      setKeepAlive(child, false)
      idleTimer = setTimeout(endProcess, IDLE_TIMEOUT_MS).unref()
      return
    }
    clearTimeout(idleTimer)
    child ??= startProcess()
    setKeepAlive(child, true)
    const worker = child
    timeout = setTimeout(() => worker.kill('SIGKILL'), jobTimeoutMs).unref()
    // A process that has just ended does not take it; its 'exit' event follows.
    worker.send(running.job, () => {})
  }

  function finish(result: PdfResult): void {
    clearTimeout(timeout)
    const finished = running
    running = undefined
    if ('pdf' in result) {
      if (result.rss > maxProcessBytes) endProcess()
      finished?.resolve(Buffer.from(result.pdf.buffer, result.pdf.byteOffset, result.pdf.byteLength))
    } else finished?.reject(toProblem(result))
    startNext()
  }

  function endProcess(): void {
    const ending = child
    child = undefined
    if (ending?.connected) ending.disconnect()
  }

  return {
    render(job, signal) {
      if (waiting.length >= maxWaiting)
        throw toUnavailable(
          'Many documents are being created at the moment. Please try again in a few seconds.',
        )
      if (signal?.aborted) throw toAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      const pending = { job, resolve, reject }
      waiting.push(pending)
      signal?.addEventListener('abort', () => {
        const position = waiting.indexOf(pending)
        if (position < 0) return
        waiting.splice(position, 1)
        reject(toAborted())
      })
      startNext()
      return promise
    },
    close() {
      clearTimeout(idleTimer)
      clearTimeout(timeout)
      // One that is busy, or hangs, does not notice that it is disconnected.
      if (running) child?.kill('SIGKILL')
      endProcess()
      const error = toUnavailable('The site is being restarted. Please try again in a few seconds.')
      for (const { reject } of [...(running ? [running] : []), ...waiting.splice(0)]) reject(error)
      running = undefined
    },
  }
}

function toProblem({ error, isUnavailable }: Extract<PdfResult, { error: string }>): HttpProblem {
  return isUnavailable
    ? toUnavailable('PDF files cannot be created on this server: it has no program for them.', error)
    : toUnavailable('The PDF file could not be created. Please try again in a few seconds.', error)
}

const toAborted = () => toUnavailable('The document is no longer needed.')

const toUnavailable = (message: string, cause?: string) =>
  new HttpProblem(503, 'pdf', message, {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    ...(cause !== undefined && { cause: new Error(cause) }),
  })
