import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { forkNode } from '#server/kernel/fork-node.ts'
import { setKeepAlive } from '#server/kernel/keep-alive.ts'
import { HttpProblem } from '#server/kernel/problem.ts'
import type { Variants } from './variants.ts'

const WORKER_PATH = join(import.meta.dirname, 'image-worker-process.ts')
/** Several pictures often follow each other; after this time without a job the process ends and frees its memory. */
const IDLE_TIMEOUT_MS = 20_000
/** More than ten times what the slowest picture takes. A job that hangs would block all jobs behind it. */
const JOB_TIMEOUT_MS = 120_000

export interface Tasks {
  /** See `createVariants`. */
  variants(path: string, filename: string): Promise<Variants>
  /** See `encodeSocialImage`. */
  social(picture: Uint8Array): Promise<Uint8Array>
  /** See `encodeAvif`. */
  avif(picture: Uint8Array, width: number): Promise<Uint8Array>
}

/** A message to the process. */
export interface Job {
  id: number
  task: keyof Tasks
  args: unknown[]
}

/** A message from the process: the value of a job, its `HttpProblem`, or the text of another error. */
export type JobResult =
  | { id: number; value: unknown }
  | { id: number; problem: { status: number; type: string; message: string }; cause: string }
  | { id: number; error: string }

export interface ImageWorker {
  /** Runs a task. Throws what the task throws, and an error if the process ends before its result arrives. */
  run<Task extends keyof Tasks>(task: Task, ...args: Parameters<Tasks[Task]>): ReturnType<Tasks[Task]>
  /** The number of jobs without a result. */
  readonly pendingCount: number
  /** Ends the process. Pending jobs fail. */
  close(): void
}

type PendingJob = { resolve(value: unknown): void; reject(error: Error): void; timeout: NodeJS.Timeout }

/**
 * Processes pictures in a child process: the hundreds of MB that decoding takes are returned to the system when the
 * process ends, responses are not delayed, and a file that crashes the decoder does not crash the site. The process
 * starts with the first job and ends after 20 s without one, or when a job exceeds `jobTimeoutMs`.
 */
export function startImageWorker({ jobTimeoutMs = JOB_TIMEOUT_MS } = {}): ImageWorker {
  const pendingJobs = new Map<number, PendingJob>()
  let child: ChildProcess | undefined
  let lastId = 0
  let idleTimer: NodeJS.Timeout | undefined

  function startProcess(): ChildProcess {
    // The process reads untrusted files: it receives no passwords.
    const started = forkNode(WORKER_PATH, { serialization: 'advanced' })
    started.on('message', (result: JobResult) => handleResult(result))
    const handleExit = (reason: unknown) => {
      if (child !== started) return
      child = undefined
      rejectPending(new Error(`The image worker ended (${reason})`))
    }
    started.on('error', handleExit)
    started.on('exit', (code, signal) => handleExit(signal ?? code))
    return started
  }

  function handleResult(result: JobResult): void {
    const job = pendingJobs.get(result.id)
    clearTimeout(job?.timeout)
    pendingJobs.delete(result.id)
    if (pendingJobs.size === 0) {
      setKeepAlive(child, false)
      idleTimer = setTimeout(close, IDLE_TIMEOUT_MS).unref()
    }
    if ('value' in result) job?.resolve(result.value)
    else job?.reject(toError(result))
  }

  function rejectPending(error: Error): void {
    for (const { reject, timeout } of pendingJobs.values()) {
      clearTimeout(timeout)
      reject(error)
    }
    pendingJobs.clear()
  }

  function close(): void {
    clearTimeout(idleTimer)
    const closing = child
    child = undefined
    if (closing?.connected) closing.disconnect()
    rejectPending(new Error('The image worker was closed'))
  }

  return {
    run(task, ...args) {
      clearTimeout(idleTimer)
      child ??= startProcess()
      const worker = child
      setKeepAlive(worker, true)
      const id = ++lastId
      worker.send({ id, task, args } satisfies Job)
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const timeout = setTimeout(() => worker.kill('SIGKILL'), jobTimeoutMs).unref()
      pendingJobs.set(id, { resolve, reject, timeout })
      return promise as ReturnType<Tasks[typeof task]>
    },
    get pendingCount() {
      return pendingJobs.size
    },
    close,
  }
}

function toError(result: Exclude<JobResult, { value: unknown }>): Error {
  if ('error' in result) return new Error(`A picture could not be processed: ${result.error}`)
  const { status, type, message } = result.problem
  return new HttpProblem(status, type, message, { cause: result.cause })
}
