import { t } from '#messages/messages.ts'
import { createStore, useStore } from './store.ts'

export interface Toast {
  id: string
  variant: 'default' | 'destructive'
  title: string
  description?: string
  /** A button, such as Undo. */
  action?: { label: string; run: () => void }
  open: boolean
}
type NewToast = Pick<Toast, 'title' | 'description' | 'action'> & { variant?: Toast['variant'] }

/** A dismissed toast is removed after this time (specification, section 9). */
const REMOVAL_DELAY_MS = 1_000_000

const store = createStore<Toast | null>(null)
let count = 0
let removalTimer: ReturnType<typeof setTimeout> | undefined

/** Shows a toast instead of the previous one: there is one at a time (row CLI-4). Returns its id. */
export function showToast({ variant = 'default', ...texts }: NewToast): string {
  const id = String(++count)
  setToast({ id, variant, open: true, ...texts })
  return id
}

/** Shows that a request or a module got no response. */
export const showNetworkError = () =>
  showToast({ variant: 'destructive', title: t('Error'), description: t('Network error. Please try again.') })

/** Changes the texts or the variant of the toast, unless another has replaced it. Its time is not extended. */
export function updateToast(id: string, changes: Partial<NewToast>): void {
  const toast = store.get()
  if (toast?.id === id) setToast({ ...toast, ...changes })
}

/** Closes the toast. It is removed later, so that its closing animation can run. */
export function dismissToast(id: string): void {
  const toast = store.get()
  if (toast?.id !== id) return
  setToast({ ...toast, open: false })
  removalTimer = setTimeout(() => removeToast(id), REMOVAL_DELAY_MS)
}

/** Removes the toast immediately. */
export function removeToast(id: string): void {
  if (store.get()?.id === id) setToast(null)
}

/** The present toast; null if there is none. */
export const useCurrentToast = (): Toast | null => useStore(store, null)

function setToast(toast: Toast | null): void {
  clearTimeout(removalTimer)
  store.set(toast)
}
