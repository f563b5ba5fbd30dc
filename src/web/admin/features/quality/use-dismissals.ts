import { useQueryClient } from '@tanstack/react-query'
import type { Finding } from '#contracts/bulk-data/quality.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { showToast } from '#web/lib/toast.ts'
import { adminApi } from '../../session/session.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { QUALITY_PATH } from './queries.ts'

const PATH = `${QUALITY_PATH}/dismissals`

/** Dismisses findings, with Undo, and shows dismissed ones again. */
export function useDismissals() {
  const client = useQueryClient()
  const restore = async (key: string) => {
    await send(adminApi, 'DELETE', `${PATH}/${key}`)
    await client.invalidateQueries()
  }
  const dismiss = async ({ key, title }: Finding, reason: string) => {
    await send(adminApi, 'POST', PATH, { key, reason })
    showToast({
      title: 'Dismissed',
      description: title,
      action: { label: 'Undo', run: () => void restore(key).catch(showErrorToast) },
    })
    await client.invalidateQueries()
  }
  const restoration = useGuardedMutation<unknown, string>({
    mutationFn: restore,
    onSuccess: () => void showToast({ title: 'The finding is shown again if the same is still wrong' }),
    onError: (error) => void showErrorToast(error),
  })
  return { dismiss, restoration }
}
