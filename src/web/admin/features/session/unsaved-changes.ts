import { useEffect } from 'react'

let unsavedCount = 0

/** Whether somebody's work on this screen would be lost if it were left now. */
export const hasUnsavedChanges = (): boolean => unsavedCount > 0

/** Notes while `unsaved` that this screen holds work; the browser asks before the tab is closed. */
export function useUnsavedChanges(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    unsavedCount++
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', preventUnload)
    return () => {
      unsavedCount--
      removeEventListener('beforeunload', preventUnload)
    }
  }, [unsaved])
}
