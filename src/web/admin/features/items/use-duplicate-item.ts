import { useNavigate } from 'react-router'
import type { ItemCopy } from '#contracts/item/admin-item.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { toEditPath } from '#web/lib/navigation/admin-paths.ts'
import { showToast } from '#web/lib/toast.ts'
import { adminApi } from '../../session/session.ts'
import { hasUnsavedChanges } from '../../session/unsaved-changes.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { toCopyState } from './form/copy-state.ts'

/** Creates a draft with the content of an item and opens its form; `formState` is the state of its history entry. */
export function useDuplicateItem(formState: unknown) {
  const navigate = useNavigate()
  const duplicate = useGuardedMutation<ItemCopy, string>({
    mutationFn: async (id) =>
      (await send(adminApi, 'POST', `/api/items/${encodeURIComponent(id)}/copies`)) as ItemCopy,
    onSuccess: ({ id, kind, name, ...omissions }) => {
      showToast({ title: `Draft '${name}' created`, description: 'Publish it when it is complete.' })
      void navigate(toEditPath(kind, id), { state: toCopyState(formState, omissions) })
    },
    onError: (error) => void showErrorToast(error),
  })
  return {
    send: ({ id }: { id: string }) => {
      if (hasUnsavedChanges()) showErrorToast('Save your changes or discard them first.', 'Not duplicated')
      else duplicate.send(id)
    },
    isPending: duplicate.isPending,
  }
}
