import { useEffect } from 'react'

let unsavedCount = 0
let unloadAllowed = false

/** Whether the screen has input that would be lost by leaving it now. */
export const hasUnsavedChanges = (): boolean => unsavedCount > 0

/** Lets the document be left without the browser's question. */
export function allowUnload(): void {
  unloadAllowed = true
}

/** Marks the screen as having unsaved changes while `unsaved`; the browser then asks for confirmation before the tab is closed. */
export function useUnsavedChanges(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    unsavedCount++
    const preventUnload = (event: BeforeUnloadEvent) => {
      if (!unloadAllowed) event.preventDefault()
    }
    addEventListener('beforeunload', preventUnload)
    return () => {
      unsavedCount--
      removeEventListener('beforeunload', preventUnload)
    }
  }, [unsaved])
}
