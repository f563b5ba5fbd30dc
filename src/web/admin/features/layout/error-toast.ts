import { getErrorMessage } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'

/** Shows why a request failed, in the words of the server if it gave a reason. */
export const showErrorToast = (error: Error, title = 'Error') =>
  showToast({ variant: 'destructive', title, description: getErrorMessage(error) })
