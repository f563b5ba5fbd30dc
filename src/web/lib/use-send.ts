import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/** A mutation that a second click, however quick, cannot start again before the first has ended. */
export function useSend<Answer, Input = void>(options: UseMutationOptions<Answer, Error, Input>) {
  const busy = useRef(false)
  const { mutate, isPending } = useMutation({
    ...options,
    onSettled: () => {
      busy.current = false
    },
  })
  const send = (input: Input) => {
    if (busy.current) return
    busy.current = true
    mutate(input)
  }
  return { send, isPending }
}
