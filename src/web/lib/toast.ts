import { useSyncExternalStore } from 'react'

export interface Toast {
  id: string
  variant: 'default' | 'destructive'
  title: string
  description?: string
  /** What can be done about it, such as Undo. */
  action?: { label: string; run: () => void }
  open: boolean
}
type NewToast = Pick<Toast, 'title' | 'description' | 'action'> & { variant?: Toast['variant'] }

/** A dismissed toast stays known this long (specification, section 9). */
const REMOVAL_DELAY_MS = 1_000_000

let current: Toast | null = null
let count = 0
let removalTimer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Shows a toast in place of the last one: there is one at a time (row CLI-4). */
export function showToast({ variant = 'default', ...texts }: NewToast): string {
  const id = String(++count)
  set({ id, variant, open: true, ...texts })
  return id
}

/** Says that what was asked for could not be fetched. */
export const showNetworkError = () =>
  showToast({ variant: 'destructive', title: 'Error', description: 'Network error. Please try again.' })

/** Gives the toast other words or another look, unless it was replaced meanwhile. Its time runs on. */
export function updateToast(id: string, changes: Partial<NewToast>): void {
  if (current?.id === id) set({ ...current, ...changes })
}

/** Marks the toast as closed; it is removed later, so that it can leave the screen in peace. */
export function dismissToast(id: string): void {
  if (current?.id !== id) return
  set({ ...current, open: false })
  removalTimer = setTimeout(() => removeToast(id), REMOVAL_DELAY_MS)
}

/** Takes the toast away at once. */
export function removeToast(id: string): void {
  if (current?.id === id) set(null)
}

export function useCurrentToast(): Toast | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
}

function set(toast: Toast | null): void {
  clearTimeout(removalTimer)
  current = toast
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
