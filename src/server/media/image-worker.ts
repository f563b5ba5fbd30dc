import { join } from 'node:path'
import { ChildEnded, type ChildWorker, createChildWorker } from '#server/kernel/child.ts'
import { HttpProblem } from '#server/kernel/http/problem.ts'
import type { Variants } from './variants.ts'

const PROCESS_PATH = join(import.meta.dirname, 'image-worker-process.ts')
/** Several pictures often follow each other. */
const IDLE_TIMEOUT_MS = 20_000
/** More than ten times what the slowest picture takes. */
const TASK_TIMEOUT_MS = 120_000

/** The tasks of the process. */
export interface ImageTasks {
  /** See `createVariants`. */
  variants(path: string, filename: string): Promise<Variants>
  /** See `encodeSocialImage`. */
  social(picture: Uint8Array): Promise<Uint8Array>
  /** See `encodeAvif`. */
  avif(picture: Uint8Array, width: number): Promise<Uint8Array>
}

export interface ImageWorker extends Pick<ChildWorker, 'pendingCount' | 'close'> {
  /** Runs a task. Throws what the task throws, and an error if the process ends before its result arrives. */
  run<Task extends keyof ImageTasks>(
    task: Task,
    ...args: Parameters<ImageTasks[Task]>
  ): ReturnType<ImageTasks[Task]>
}

/** Processes pictures in a child process, several at a time. */
export function startImageWorker({ taskTimeoutMs = TASK_TIMEOUT_MS } = {}): ImageWorker {
  const worker = createChildWorker({ path: PROCESS_PATH, taskTimeoutMs, idleTimeoutMs: IDLE_TIMEOUT_MS })
  return {
    run: (task, ...args) =>
      worker.run(task, args).catch((error) => {
        if (error instanceof HttpProblem || error instanceof ChildEnded) throw error
        throw new Error(`A picture could not be processed: ${error.message}`, { cause: error })
      }) as ReturnType<ImageTasks[typeof task]>,
    get pendingCount() {
      return worker.pendingCount
    },
    close: worker.close,
  }
}
