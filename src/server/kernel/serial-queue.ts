/** Runs a task after all earlier tasks of the queue have settled. Settles as the task does. */
export type Enqueue = <Result>(task: () => Promise<Result>) => Promise<Result>

/**
 * Creates a queue that runs one task at a time, so that memory does not grow with the number of tasks.
 */
export function createSerialQueue(): Enqueue {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const current = last.then(task, task)
    last = current.catch(() => undefined)
    return current
  }
}
