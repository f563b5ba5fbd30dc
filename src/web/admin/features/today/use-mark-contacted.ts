import type { TodayEntry } from '#contracts/enquiry/today.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { showToast } from '#web/lib/toast.ts'
import { adminApi } from '../../session/session.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { useRefetchAfterContact } from './use-refetch-after-contact.ts'

/** Records that the customer of a new enquiry was called or written to, with Undo. */
export function useMarkContacted({ id, customer }: TodayEntry) {
  const refetch = useRefetchAfterContact()
  const setStatus = async (status: 'contacted' | 'new') => {
    await send(adminApi, 'PATCH', `/api/enquiries/${encodeURIComponent(id)}`, { status })
    await refetch()
  }
  return useGuardedMutation<void>({
    mutationFn: () => setStatus('contacted'),
    onSuccess: () =>
      void showToast({
        title: 'Marked as contacted',
        description: customer.name,
        action: {
          label: 'Undo',
          run: () => void setStatus('new').catch((error: Error) => showErrorToast(error, 'Not undone')),
        },
      }),
    onError: (error) => showErrorToast(error, 'Not saved'),
  })
}
