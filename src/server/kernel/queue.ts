/** Runs a task when fewer than the permitted number of earlier ones run. Settles as the task does. */
export type Enqueue = <Result>(task: () => Promise<Result>) => Promise<Result>

/**
 * Creates a queue that runs `maxRunning` tasks at a time, in their order, so that memory does not grow with the number of
 * tasks.
 */
export function createQueue(maxRunning = 1): Enqueue {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      // The next task takes this one's place.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
