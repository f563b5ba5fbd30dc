import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/** A mutation that a second click, however quick, cannot start again before the first has ended. */
export function useGuardedMutation<Result, Input = void>(options: UseMutationOptions<Result, Error, Input>) {
  const inFlight = useRef(false)
  const { mutate, isPending } = useMutation({
    ...options,
    onSettled: () => {
      inFlight.current = false
    },
  })
  const send = (input: Input) => {
    if (inFlight.current) return
    inFlight.current = true
    mutate(input)
  }
  return { send, isPending }
}
