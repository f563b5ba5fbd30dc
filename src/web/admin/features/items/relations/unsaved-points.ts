import { useEffect } from 'react'
import { createStore, useStore } from '#web/lib/store.ts'

const unsaved = createStore<ReadonlySet<string>>(new Set())

/** Whether an assembly drawing has changes that are not saved, so that leaving the form would lose them. */
export const useUnsavedPoints = (): boolean => useStore(unsaved, unsaved.get()).size > 0

/** Reports whether a drawing has changes that are not saved, until its editor is gone. */
export function useReportUnsavedPoints(drawingId: string, isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return
    unsaved.set(new Set([...unsaved.get(), drawingId]))
    return () => unsaved.set(new Set([...unsaved.get()].filter((id) => id !== drawingId)))
  }, [drawingId, isChanged])
}
