import { useEffect, useRef, useState } from 'react'

interface GuardedMutation<Result, Input> {
  mutationFn: (input: Input) => Promise<Result>
  onMutate?: (input: Input) => unknown
  /** What it throws is an error of the mutation. */
  onSuccess?: (result: Result, input: Input) => unknown
  onError?: (error: Error, input: Input) => unknown
  onSettled?: () => unknown
}

/** A request that ignores further calls of `send` until the pending one has settled, so that a double click sends once. */
export function useGuardedMutation<Result, Input = void>(options: GuardedMutation<Result, Input>) {
  const inFlight = useRef(false)
  const latest = useRef(options)
  const [isPending, setPending] = useState(false)
  useEffect(() => {
    latest.current = options
  })
  /** Resolves when the request has settled, also after a failure. */
  const send = async (input: Input): Promise<void> => {
    if (inFlight.current) return
    inFlight.current = true
    setPending(true)
    try {
      await latest.current.onMutate?.(input)
      const result = await latest.current.mutationFn(input)
      await latest.current.onSuccess?.(result, input)
    } catch (error) {
      await latest.current.onError?.(error as Error, input)
    } finally {
      inFlight.current = false
      await latest.current.onSettled?.()
      setPending(false)
    }
  }
  return { send, isPending }
}
