import { useQueryClient } from '@tanstack/react-query'
import type { Finding } from '#contracts/quality.ts'
import { send } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { showErrorToast } from '../layout/error-toast.ts'
import { adminApi } from '../session/session.ts'
import { QUALITY_PATH } from './queries.ts'

const PATH = `${QUALITY_PATH}/dismissals`

interface Handlers {
  onDone?: () => void
  onError?: (message: string) => void
}

/** Dismisses findings, with Undo, and shows dismissed ones again. */
export function useDismissals({ onDone, onError }: Handlers = {}) {
  const client = useQueryClient()
  const restore = async (key: string) => {
    await send(adminApi, 'DELETE', `${PATH}/${key}`)
    await client.invalidateQueries()
  }
  const dismiss = useGuardedMutation<unknown, { finding: Finding; reason: string }>({
    mutationFn: ({ finding: { key }, reason }) => send(adminApi, 'POST', PATH, { key, reason }),
    onSuccess: async (_, { finding: { key, title } }) => {
      onDone?.()
      showToast({
        title: 'Dismissed',
        description: title,
        action: { label: 'Undo', run: () => void restore(key).catch(showErrorToast) },
      })
      await client.invalidateQueries()
    },
    onError: (error) => (onError ? onError(error.message) : void showErrorToast(error)),
  })
  const restoration = useGuardedMutation<unknown, string>({
    mutationFn: restore,
    onSuccess: () => void showToast({ title: 'The finding is shown again if the same is still wrong' }),
    onError: (error) => void showErrorToast(error),
  })
  return { dismiss, restoration }
}
