/** Calls `run` at most once per interval, the first time at once. */
export function throttle(run: () => void, intervalMs: number) {
  let timer: NodeJS.Timeout | undefined
  let isPending = false
  const fire = () => {
    isPending = false
    timer = setTimeout(() => {
      timer = undefined
      if (isPending) fire()
    }, intervalMs)
    timer.unref()
    run()
  }
  return {
    call() {
      isPending = true
      if (!timer) fire()
    },
    flush() {
      if (isPending) fire()
    },
  }
}
