import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { useGuardedMutation } from './use-guarded-mutation.ts'

interface FormProps {
  mutationFn: () => Promise<string>
  onSettled: () => void
  onRender: (send: () => void) => void
}

function Form({ onRender, ...options }: FormProps) {
  onRender(useGuardedMutation<string>(options).send)
  return null
}

/** Renders a component with the mutation and returns its `send`. */
function renderMutation(mutationFn: () => Promise<string>, onSettled: () => void) {
  let send = () => {}
  const setSend = (rendered: () => void) => {
    send = rendered
  }
  renderToString(<Form mutationFn={mutationFn} onSettled={onSettled} onRender={setSend} />)
  return () => send()
}

test('A guarded mutation ignores calls while one is pending, and calls the onSettled of its options', async () => {
  let resolve = (_result: string) => {}
  const mutationFn = vi.fn<() => Promise<string>>(
    () =>
      new Promise((done) => {
        resolve = done
      }),
  )
  const onSettled = vi.fn<() => void>()
  const send = renderMutation(mutationFn, onSettled)
  send()
  send()
  await vi.waitFor(() => expect(mutationFn).toHaveBeenCalledTimes(1), 60_000)
  expect(onSettled).not.toHaveBeenCalled()
  resolve('stored')
  await vi.waitFor(() => expect(onSettled).toHaveBeenCalledTimes(1), 60_000)
  send()
  await vi.waitFor(() => expect(mutationFn).toHaveBeenCalledTimes(2), 60_000)
})
