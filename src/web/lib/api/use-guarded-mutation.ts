import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/** A mutation that ignores further calls of `send` until the pending one has settled, so that a double click sends once. */
export function useGuardedMutation<Result, Input = void>(options: UseMutationOptions<Result, Error, Input>) {
  const inFlight = useRef(false)
  const { mutateAsync, isPending } = useMutation({
    ...options,
    onSettled: (...args) => {
      inFlight.current = false
      return options.onSettled?.(...args)
    },
  })
  /** Resolves when the request has settled, also after a failure. */
  const send = async (input: Input): Promise<void> => {
    if (inFlight.current) return
    inFlight.current = true
    await mutateAsync(input).catch(() => undefined)
  }
  return { send, isPending }
}
