import type { TodayEntry } from '#contracts/enquiry/today.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { showToast } from '#web/lib/toast.ts'
import { adminApi } from '../../session/session.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { useRefetchAfterContact } from './use-refetch-after-contact.ts'

/** Records that what the customer of a quotation wrote or decided was handled, for example by telephone. */
export function useMarkDone({ id, since, customer, title }: TodayEntry) {
  const refetch = useRefetchAfterContact()
  return useGuardedMutation<void>({
    mutationFn: async () => {
      await send(adminApi, 'POST', `/api/quotations/${encodeURIComponent(id)}/handled`, { since })
      await refetch()
    },
    onSuccess: () => void showToast({ title: 'Marked as done', description: customer.name || title }),
    onError: async (error) => {
      showErrorToast(error, 'Not saved')
      await refetch()
    },
  })
}
