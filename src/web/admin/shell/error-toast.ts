import { showToast } from '#web/lib/toast.ts'

/** Shows a destructive toast with a message, or with the user-facing message of an error. */
export const showErrorToast = (error: Error | string, title = 'Error') =>
  showToast({
    variant: 'destructive',
    title,
    description: typeof error === 'string' ? error : error.message,
  })
