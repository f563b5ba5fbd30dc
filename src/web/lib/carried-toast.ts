import { showToast } from './toast.ts'

interface CarriedToast {
  title: string
  description: string
}

const STORAGE_KEY = 'carriedToast'

/** Stores a toast in this tab's session storage, so that the next document shows it. Without storage it is lost. */
export function carryToast(toast: CarriedToast): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(toast))
  } catch {
    // The toast is an addition: the page that follows shows the same result.
  }
}

/** Shows the toast that the previous document stored, if any, and removes it from the storage. */
export function showCarriedToast(): void {
  try {
    const toast = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as CarriedToast | null
    sessionStorage.removeItem(STORAGE_KEY)
    if (toast) showToast({ title: toast.title, description: toast.description })
  } catch {
    // Storage is blocked, or holds no toast.
  }
}
