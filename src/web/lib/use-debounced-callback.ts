import { useCallback, useEffect, useRef } from 'react'

/**
 * Delays a callback until its calls have paused. `schedule` runs the latest `callback` with these arguments after
 * `delayMs` milliseconds, unless it is called again before; `cancel` and unmounting drop the pending call.
 */
export function useDebouncedCallback<Args extends unknown[]>(
  callback: (...args: Args) => void,
  delayMs: number,
): { schedule: (...args: Args) => void; cancel: () => void } {
  const latestCallback = useRef(callback)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latestCallback.current = callback
  }, [callback])
  const cancel = useCallback(() => clearTimeout(timer.current), [])
  const schedule = useCallback(
    (...args: Args) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => latestCallback.current(...args), delayMs)
    },
    [delayMs],
  )
  useEffect(() => cancel, [cancel])
  return { schedule, cancel }
}
