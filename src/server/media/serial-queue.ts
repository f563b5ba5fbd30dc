/** Runs a task after all earlier tasks of the queue have settled. Settles as the task does. */
export type Enqueue = <Result>(task: () => Promise<Result>) => Promise<Result>

/**
 * Creates a queue that runs one task at a time. Uploads share it, so that memory does not grow with their number, and
 * the sweep uses it to remove a picture while no upload stores files.
 */
export function createSerialQueue(): Enqueue {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const current = last.then(task, task)
    last = current.catch(() => undefined)
    return current
  }
}
