import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { HttpProblem } from '#server/kernel/problem.ts'
import { encodeAvif } from './encode-avif.ts'
import type { Job, JobResult, Tasks } from './image-worker.ts'
import { createSocialImage } from './social-image.ts'
import { createVariants } from './variants.ts'

// The process that workshop.ts starts. Whoever reads a page comes before whoever waits for a picture.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// Ctrl+C reaches every process of a terminal; this one ends with the site, when it hangs up.
process.on('SIGINT', () => {})
preferOomKill()

const TASKS: Tasks = { variants: createVariants, social: createSocialImage, avif: encodeAvif }

process.on('message', ({ id, task, args }: Job) => {
  const make = TASKS[task] as (...given: unknown[]) => Promise<unknown>
  make(...args).then(
    (made) => sendResult({ id, made }),
    (error) => sendResult(toJobResult(id, error)),
  )
})

/** A picture of a few kB can take a gigabyte to decode. Short of memory, the system ends this process, not the site. */
function preferOomKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Other systems than Linux, and containers that let nobody write there, choose by themselves.
  }
}

function sendResult(result: JobResult): void {
  if (process.connected) process.send?.(result)
}

function toJobResult(id: number, error: unknown): JobResult {
  if (!(error instanceof HttpProblem)) return { id, failed: getErrorText(error) }
  const { status, type, message, cause } = error
  return { id, refused: { status, type, message }, cause: getErrorText(cause) }
}

const getErrorText = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
