import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/** A mutation that ignores further calls of `send` until the pending one has settled, so that a double click sends once. */
export function useGuardedMutation<Result, Input = void>(options: UseMutationOptions<Result, Error, Input>) {
  const inFlight = useRef(false)
  const { mutate, isPending } = useMutation({
    ...options,
    onSettled: (...args) => {
      inFlight.current = false
      return options.onSettled?.(...args)
    },
  })
  const send = (input: Input) => {
    if (inFlight.current) return
    inFlight.current = true
    mutate(input)
  }
  return { send, isPending }
}
