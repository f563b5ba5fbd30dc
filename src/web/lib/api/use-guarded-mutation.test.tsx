import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { useGuardedMutation } from './use-guarded-mutation.ts'

interface FormProps {
  mutationFn: () => Promise<string>
  onSettled: () => void
  onError: (() => void) | undefined
  onRender: (send: () => Promise<void>) => void
}

function Form({ onRender, onError, ...options }: FormProps) {
  onRender(useGuardedMutation<string>({ ...options, ...(onError && { onError }) }).send)
  return null
}

/** Renders a component with the mutation and returns its `send`. */
function renderMutation(mutationFn: () => Promise<string>, onSettled: () => void, onError?: () => void) {
  let send = async () => {}
  const setSend = (rendered: () => Promise<void>) => {
    send = rendered
  }
  renderToString(<Form mutationFn={mutationFn} onSettled={onSettled} onError={onError} onRender={setSend} />)
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

test('A guarded mutation sends again after its onError has thrown', async () => {
  const mutationFn = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('not stored'))
  const onError = vi.fn<() => void>(() => {
    throw new Error('not shown')
  })
  const onSettled = vi.fn<() => void>()
  const send = renderMutation(mutationFn, onSettled, onError)
  await expect(send()).rejects.toThrow('not shown')
  await expect(send()).rejects.toThrow('not shown')
  expect([mutationFn, onError, onSettled].map(({ mock }) => mock.calls.length)).toEqual([2, 2, 2])
})
