import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { HttpProblem } from '#server/kernel/problem.ts'
import type { Variants } from './variants.ts'

const WORKER_PATH = join(import.meta.dirname, 'image-worker-process.ts')
/** Pictures come several at a time; afterwards the memory is worth more than a quick beginning. */
const IDLE_TIMEOUT_MS = 20_000
/** No picture takes a tenth of it; one that does would hold up all that wait behind it, for ever. */
const JOB_TIMEOUT_MS = 120_000

/** What can be ordered. */
export interface Tasks {
  /** See `makeVariants`. */
  variants(path: string, filename: string): Promise<Variants>
  /** See `makeSocialPicture`. */
  social(picture: Uint8Array): Promise<Uint8Array>
  /** See `makeAvif`. */
  avif(picture: Uint8Array, width: number): Promise<Uint8Array>
}
export interface Job {
  id: number
  task: keyof Tasks
  args: unknown[]
}
export type JobResult =
  | { id: number; made: unknown }
  | { id: number; refused: { status: number; type: string; message: string }; cause: string }
  | { id: number; failed: string }

export interface ImageWorker {
  /** Throws the refusals of the task, and an error when its process ends in the middle. */
  run<Task extends keyof Tasks>(task: Task, ...args: Parameters<Tasks[Task]>): ReturnType<Tasks[Task]>
  /** How many pictures are ordered and not delivered. */
  readonly pendingCount: number
  /** Ends the process. What is still under way fails. */
  close(): void
}

type PendingJob = { resolve(made: unknown): void; reject(error: Error): void; timeout: NodeJS.Timeout }

/**
 * Pictures are made in a process of their own: what decoding takes goes back to the system when it ends (it leaves
 * hundreds of MB in a process that lives on), the pages stay quick, and a file that kills the decoder kills no site.
 * The process begins with the first order and ends after 20 s without one, or when an order takes longer than `mostMs`.
 */
export function startImageWorker({ mostMs = JOB_TIMEOUT_MS } = {}): ImageWorker {
  const pendingJobs = new Map<number, PendingJob>()
  let child: ChildProcess | undefined
  let lastId = 0
  let idleTimer: NodeJS.Timeout | undefined

  function startProcess(): ChildProcess {
    const startedProcess = forkWorker()
    startedProcess.on('message', (delivery: JobResult) => handleResult(delivery))
    const handleExit = (reason: unknown) => {
      if (child !== startedProcess) return
      child = undefined
      rejectPending(new Error(`The process that makes pictures ended (${reason})`))
    }
    startedProcess.on('error', handleExit)
    startedProcess.on('exit', (code, signal) => handleExit(signal ?? code))
    return startedProcess
  }

  function handleResult(result: JobResult): void {
    const job = pendingJobs.get(result.id)
    clearTimeout(job?.timeout)
    pendingJobs.delete(result.id)
    if (pendingJobs.size === 0) {
      setKeepAlive(child, false)
      idleTimer = setTimeout(close, IDLE_TIMEOUT_MS).unref()
    }
    if ('made' in result) job?.resolve(result.made)
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
    const ended = child
    child = undefined
    if (ended?.connected) ended.disconnect()
    rejectPending(new Error('The process that makes pictures was ended'))
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
      const timeout = setTimeout(() => worker.kill('SIGKILL'), mostMs).unref()
      pendingJobs.set(id, { resolve, reject, timeout })
      return promise as ReturnType<Tasks[typeof task]>
    },
    get pendingCount() {
      return pendingJobs.size
    },
    close,
  }
}

/** It gets none of the settings: they hold passwords, and it reads what strangers made. */
function forkWorker(): ChildProcess {
  const cache = getCompileCacheDir()
  return fork(WORKER_PATH, {
    serialization: 'advanced',
    execArgv: [],
    env: {
      UV_THREADPOOL_SIZE: '2',
      MALLOC_ARENA_MAX: '2',
      ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }),
    },
  })
}

/** A process at rest keeps no program from ending. */
function setKeepAlive(child: ChildProcess | undefined, isBusy: boolean): void {
  if (isBusy) {
    child?.ref()
    child?.channel?.ref()
  } else {
    child?.unref()
    child?.channel?.unref()
  }
}

function toError(result: Exclude<JobResult, { made: unknown }>): Error {
  if ('failed' in result) return new Error(`A picture could not be made: ${result.failed}`)
  const { status, type, message } = result.refused
  return new HttpProblem(status, type, message, { cause: result.cause })
}
