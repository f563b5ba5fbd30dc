import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type ForkNodeOptions, forkNode } from './fork-node.ts'
import { HttpProblem } from './http/problem.ts'

/*
 * One way to do work in a child process: the memory that it takes is returned to the system when the process ends, responses
 * are not delayed, and a file that crashes a decoder does not crash the site. The child calls `serveTasks` (child-tasks.ts).
 */

/** A message to the child. */
export interface ChildJob {
  id: number
  task: string
  args: unknown
}

/** An error of the child, with the codes that `classifyStorageError` and the log need. */
export interface ChildError {
  message: string
  stack: string
  code?: unknown
  errcode?: unknown
}

/** A message from the child: progress, the value of a task, its `HttpProblem` with the cause, or another error. */
export type ChildReply = { id: number; isProgress: true } | { id: number; value: unknown } | ChildFailure

export type ChildFailure =
  | { id: number; problem: { status: number; type: string; message: string }; cause: ChildError | undefined }
  | { id: number; error: ChildError }

/** The child ended before its task did: it crashed, ran out of memory, took too long, or was ended. */
export class ChildEnded extends Error {
  readonly pid: number | undefined

  constructor(reason: unknown, pid?: number) {
    super(`The child process ended (${reason})`)
    this.pid = pid
  }
}

/** An aborted child has this time to end its task. */
const STOP_TIMEOUT_MS = 4000

interface ChildTask extends ForkNodeOptions {
  /** The program of the child. */
  path: string
  task: string
  args: unknown
  /** The child is killed after this time. */
  timeoutMs?: number | undefined
  onProgress?: () => void
  /** Disconnects the child, which aborts the task. */
  signal?: AbortSignal
}

/**
 * Does one task in a child process of its own, and waits until the process has ended. Throws the `HttpProblem` or the error
 * of the task, and `ChildEnded`.
 */
export async function runInChild<Value>(options: ChildTask): Promise<Value> {
  const { path, task, args, timeoutMs, onProgress, signal, ...forkOptions } = options
  signal?.throwIfAborted()
  const child = forkNode(path, { serialization: 'advanced', ...forkOptions })
  let result: Exclude<ChildReply, { isProgress: true }> | undefined
  child.on('message', (reply: ChildReply) => {
    if ('isProgress' in reply) return onProgress?.()
    result = reply
    child.disconnect()
  })
  const stop = () => stopChild(child)
  signal?.addEventListener('abort', stop, { once: true })
  const timeout = timeoutMs && setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  try {
    // A process that cannot take it has ended; its 'exit' event follows.
    child.send({ id: 1, task, args } satisfies ChildJob, () => {})
    const [code, endedBy] = await once(child, 'exit')
    if (!result) throw new ChildEnded(endedBy ?? code, child.pid)
    if ('value' in result) return result.value as Value
    throw toError(result)
  } finally {
    clearTimeout(timeout)
    signal?.removeEventListener('abort', stop)
  }
}

function stopChild(child: ChildProcess): void {
  if (child.connected) child.disconnect()
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  child.once('exit', () => clearTimeout(kill))
}

interface WorkerOptions {
  path: string
  /** The process is killed when a task takes longer: one that hangs would block all behind it. */
  taskTimeoutMs: number
  /** After this time without a task the process ends and frees its memory; the next one starts a new process. */
  idleTimeoutMs: number
  /** Tasks that run at a time. */
  maxRunning?: number
}

/** A child process that does tasks of the same kind, one after the other or at the same time. */
export interface ChildWorker {
  /**
   * Does a task. Throws the `HttpProblem` or the error of the task, and `ChildEnded`. A task that still waits when the signal is
   * aborted is not done.
   */
  run<Value>(task: string, args: unknown, signal?: AbortSignal): Promise<Value>
  /** The number of tasks without a result. */
  readonly pendingCount: number
  readonly waitingCount: number
  /** Ends the process while no task runs. The next task starts a new one. */
  replace(): void
  /** Ends the process. Pending tasks fail. */
  close(): void
}

interface PendingTask {
  job: ChildJob
  resolve(value: unknown): void
  reject(error: Error): void
  timeout?: NodeJS.Timeout
}

/** Creates a worker. Its process starts with the first task. */
export function createChildWorker({
  path,
  taskTimeoutMs,
  idleTimeoutMs,
  maxRunning = Number.POSITIVE_INFINITY,
}: WorkerOptions): ChildWorker {
  const waiting: PendingTask[] = []
  const running = new Map<number, PendingTask>()
  let child: ChildProcess | undefined
  let lastId = 0
  let idleTimer: NodeJS.Timeout | undefined

  function startProcess(): ChildProcess {
    // The process reads untrusted files: it receives no passwords.
    const started = forkNode(path, { serialization: 'advanced' })
    started.on('message', (reply: ChildReply) => {
      finish(reply)
    })
    const handleEnd = (reason: unknown) => {
      if (child !== started) return
      child = undefined
      rejectRunning(new ChildEnded(reason, started.pid))
    }
    started.on('error', handleEnd)
    started.on('exit', (code, signal) => handleEnd(signal ?? code))
    return started
  }

  function startNext(): void {
    clearTimeout(idleTimer)
    while (running.size < maxRunning) {
      const next = waiting.shift()
      if (!next) break
      child ??= startProcess()
      const worker = child
      running.set(next.job.id, next)
      next.timeout = setTimeout(() => worker.kill('SIGKILL'), taskTimeoutMs).unref()
      // A process that has just ended does not take it; its 'exit' event follows.
      worker.send(next.job, () => {})
    }
    setKeepAlive(child, running.size > 0)
    if (running.size === 0) idleTimer = setTimeout(replace, idleTimeoutMs).unref()
  }

  function finish(reply: ChildReply): void {
    const task = running.get(reply.id)
    if (!task || 'isProgress' in reply) return
    clearTimeout(task.timeout)
    running.delete(reply.id)
    if ('value' in reply) task.resolve(reply.value)
    else task.reject(toError(reply))
    startNext()
  }

  function rejectRunning(error: Error): void {
    const ended = [...running.values()]
    running.clear()
    for (const { reject, timeout } of ended) {
      clearTimeout(timeout)
      reject(error)
    }
    startNext()
  }

  function replace(): void {
    const ending = child
    child = undefined
    if (ending?.connected) ending.disconnect()
  }

  return {
    run<Value>(task: string, args: unknown, signal?: AbortSignal) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const pending: PendingTask = { job: { id: ++lastId, task, args }, resolve, reject }
      waiting.push(pending)
      signal?.addEventListener('abort', () => {
        const position = waiting.indexOf(pending)
        if (position < 0) return
        waiting.splice(position, 1)
        reject(signal.reason)
      })
      startNext()
      return promise as Promise<Value>
    },
    get pendingCount() {
      return waiting.length + running.size
    },
    get waitingCount() {
      return waiting.length
    },
    replace,
    close() {
      const closing = child
      // One that is busy, or hangs, does not notice that it is disconnected.
      if (running.size > 0) closing?.kill('SIGKILL')
      replace()
      for (const { reject } of waiting.splice(0)) reject(new ChildEnded('closed'))
      rejectRunning(new ChildEnded('closed', closing?.pid))
      clearTimeout(idleTimer)
    },
  }
}

/** Lets the program end while a child process with a channel is idle. */
function setKeepAlive(child: ChildProcess | undefined, isBusy: boolean): void {
  if (isBusy) {
    child?.ref()
    child?.channel?.ref()
  } else {
    child?.unref()
    child?.channel?.unref()
  }
}

function toError(reply: ChildFailure): Error {
  if ('error' in reply) return restoreError(reply.error)
  const { status, type, message } = reply.problem
  return new HttpProblem(status, type, message, { cause: reply.cause && restoreError(reply.cause) })
}

const restoreError = ({ message, ...details }: ChildError): Error =>
  Object.assign(new Error(message), details)
