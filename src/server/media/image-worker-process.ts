import { constants, setPriority } from 'node:os'
import { HttpProblem } from '#server/kernel/problem.ts'
import { encodeAvif } from './encode-avif.ts'
import { encodeSocialImage } from './encode-social-image.ts'
import type { Job, JobResult, Tasks } from './image-worker.ts'
import { createVariants } from './variants.ts'

// This process is started by image-worker.ts. Responses to visitors have priority over pictures.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// A terminal sends Ctrl+C to every process. This one ends when the site disconnects.
process.on('SIGINT', () => {})

const TASKS: Tasks = { variants: createVariants, social: encodeSocialImage, avif: encodeAvif }

process.on('message', ({ id, task, args }: Job) => {
  const run = TASKS[task] as (...taskArgs: unknown[]) => Promise<unknown>
  run(...args).then(
    (value) => sendResult({ id, value }),
    (error) => sendResult(toJobResult(id, error)),
  )
})

function sendResult(result: JobResult): void {
  if (process.connected) process.send?.(result)
}

function toJobResult(id: number, error: unknown): JobResult {
  if (!(error instanceof HttpProblem)) return { id, error: getErrorText(error) }
  const { status, type, message, cause } = error
  return { id, problem: { status, type, message }, cause: getErrorText(cause) }
}

const getErrorText = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
