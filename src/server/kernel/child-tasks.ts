import { getPriority, setPriority } from 'node:os'
import type { ChildError, ChildFailure, ChildJob, ChildReply } from './child.ts'
import { HttpProblem } from './http/problem.ts'

/** What a task of a child process can use besides its arguments. */
export interface TaskContext {
  /** Aborted when the parent disconnects. */
  signal: AbortSignal
  /** Calls `onProgress` in the parent. */
  reportProgress(): void
}

type Tasks = Record<string, (args: never, context: TaskContext) => Promise<unknown>>

/**
 * Makes this process a child that does the tasks of its parent (child.ts). It ends when the parent disconnects and no task
 * runs any more. `priority`: one of `os.constants.priority`; requests of visitors come first. A site that was started with a
 * lower priority keeps it: only root may raise one.
 */
export function serveTasks(tasks: Tasks, { priority = 0 } = {}): void {
  if (priority > getPriority()) setPriority(priority)
  // A terminal sends Ctrl+C to every process. This one ends when its parent disconnects.
  process.on('SIGINT', () => {})
  const disconnected = new AbortController()
  let running = 0
  const exitIfUnused = () => {
    if (!process.connected && running === 0) process.exit()
  }
  process.once('disconnect', () => {
    disconnected.abort()
    exitIfUnused()
  })
  process.on('message', async ({ id, task, args }: ChildJob) => {
    running++
    const context = { signal: disconnected.signal, reportProgress: () => send({ id, isProgress: true }) }
    send(await tasks[task]!(args as never, context).then((value) => ({ id, value }), toFailure(id)))
    running--
    exitIfUnused()
  })
}

function send(reply: ChildReply): void {
  if (process.connected) process.send?.(reply)
}

const toFailure =
  (id: number) =>
  (error: unknown): ChildFailure => {
    if (!(error instanceof HttpProblem)) return { id, error: toChildError(error) }
    const { status, type, message, cause } = error
    return {
      id,
      problem: { status, type, message },
      cause: cause === undefined ? undefined : toChildError(cause),
    }
  }

function toChildError(error: unknown): ChildError {
  if (!(error instanceof Error)) return { message: String(error), stack: '' }
  const { message, stack = '', code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
  return { message, stack, code, errcode }
}
