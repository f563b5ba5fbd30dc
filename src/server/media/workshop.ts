import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { Refusal } from '#server/kernel/problem.ts'
import type { Variants } from './variants.ts'

const PROGRAM = join(import.meta.dirname, 'workshop-process.ts')
/** Pictures come several at a time; afterwards the memory is worth more than a quick beginning. */
const REST_MS = 20_000
/** No picture takes a tenth of it; one that does would hold up all that wait behind it, for ever. */
const MOST_MS = 120_000

/** What can be ordered. */
export interface Tasks {
  /** See `makeVariants`. */
  variants(path: string, filename: string): Promise<Variants>
  /** See `makeSocialPicture`. */
  social(picture: Uint8Array): Promise<Uint8Array>
  /** See `makeAvif`. */
  avif(picture: Uint8Array, width: number): Promise<Uint8Array>
}
export interface Order {
  id: number
  task: keyof Tasks
  given: unknown[]
}
export type Delivery =
  | { id: number; made: unknown }
  | { id: number; refused: { status: number; type: string; message: string }; cause: string }
  | { id: number; failed: string }

export interface Workshop {
  /** Throws the refusals of the task, and an error when its process ends in the middle. */
  order<Task extends keyof Tasks>(task: Task, ...given: Parameters<Tasks[Task]>): ReturnType<Tasks[Task]>
  /** How many pictures are ordered and not delivered. */
  readonly underWay: number
  /** Ends the process. What is still under way fails. */
  close(): void
}

type Waiting = { resolve(made: unknown): void; reject(error: Error): void; limit: NodeJS.Timeout }

/**
 * Pictures are made in a process of their own: what decoding takes goes back to the system when it ends (it leaves
 * hundreds of MB in a process that lives on), the pages stay quick, and a file that kills the decoder kills no site.
 * The process begins with the first order and ends after 20 s without one, or when an order takes longer than `mostMs`.
 */
export function openWorkshop({ mostMs = MOST_MS } = {}): Workshop {
  const waiting = new Map<number, Waiting>()
  let child: ChildProcess | undefined
  let lastId = 0
  let rest: NodeJS.Timeout | undefined

  function begin(): ChildProcess {
    const begun = startProgram()
    begun.on('message', (delivery: Delivery) => deliver(delivery))
    const end = (how: unknown) => {
      if (child !== begun) return
      child = undefined
      fail(new Error(`The process that makes pictures ended (${how})`))
    }
    begun.on('error', end)
    begun.on('exit', (code, signal) => end(signal ?? code))
    return begun
  }

  function deliver(delivery: Delivery): void {
    const order = waiting.get(delivery.id)
    clearTimeout(order?.limit)
    waiting.delete(delivery.id)
    if (waiting.size === 0) {
      hold(child, false)
      rest = setTimeout(close, REST_MS).unref()
    }
    if ('made' in delivery) order?.resolve(delivery.made)
    else order?.reject(toError(delivery))
  }

  function fail(error: Error): void {
    for (const { reject, limit } of waiting.values()) {
      clearTimeout(limit)
      reject(error)
    }
    waiting.clear()
  }

  function close(): void {
    clearTimeout(rest)
    const ended = child
    child = undefined
    if (ended?.connected) ended.disconnect()
    fail(new Error('The process that makes pictures was ended'))
  }

  return {
    order(task, ...given) {
      clearTimeout(rest)
      child ??= begin()
      const worker = child
      hold(worker, true)
      const id = ++lastId
      worker.send({ id, task, given } satisfies Order)
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const limit = setTimeout(() => worker.kill('SIGKILL'), mostMs).unref()
      waiting.set(id, { resolve, reject, limit })
      return promise as ReturnType<Tasks[typeof task]>
    },
    get underWay() {
      return waiting.size
    },
    close,
  }
}

/** It gets none of the settings: they hold passwords, and it reads what strangers made. */
function startProgram(): ChildProcess {
  const cache = getCompileCacheDir()
  return fork(PROGRAM, {
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
function hold(child: ChildProcess | undefined, busy: boolean): void {
  if (busy) {
    child?.ref()
    child?.channel?.ref()
  } else {
    child?.unref()
    child?.channel?.unref()
  }
}

function toError(delivery: Exclude<Delivery, { made: unknown }>): Error {
  if ('failed' in delivery) return new Error(`A picture could not be made: ${delivery.failed}`)
  const { status, type, message } = delivery.refused
  return new Refusal(status, type, message, { cause: delivery.cause })
}
