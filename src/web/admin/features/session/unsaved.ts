import { useEffect } from 'react'

let held = 0

/** Whether somebody's work on this screen would be lost if it were left now. */
export const hasUnsavedWork = (): boolean => held > 0

/** Notes while `unsaved` that this screen holds work; the browser asks before the tab is closed. */
export function useUnsavedWork(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    held++
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => {
      held--
      removeEventListener('beforeunload', ask)
    }
  }, [unsaved])
}
