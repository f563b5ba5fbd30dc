import { useEffect } from 'react'
import { createStore, useStore } from '#web/lib/store.ts'

/** What is unsaved now: a message for each part of the screen that has one of its own, '' for others. */
const unsavedParts = createStore<readonly { message: string }[]>([])
let unloadAllowed = false

/** Whether the screen has input that would be lost by leaving it now. */
export const hasUnsavedChanges = (): boolean => unsavedParts.get().length > 0

/** Lets the document be left without the browser's question. */
export function allowUnload(): void {
  unloadAllowed = true
}

/**
 * Marks the screen as having unsaved changes while `unsaved`; the browser then asks for confirmation before the tab is closed. With
 * a message, the question of the screen before it is left shows it.
 */
export function useUnsavedChanges(unsaved: boolean, message = ''): void {
  useEffect(() => {
    if (!unsaved) return
    const part = { message }
    unsavedParts.set([...unsavedParts.get(), part])
    const preventUnload = (event: BeforeUnloadEvent) => {
      if (!unloadAllowed) event.preventDefault()
    }
    addEventListener('beforeunload', preventUnload)
    return () => {
      unsavedParts.set(unsavedParts.get().filter((other) => other !== part))
      removeEventListener('beforeunload', preventUnload)
    }
  }, [unsaved, message])
}

/** The messages of parts of the screen that have unsaved changes of their own. */
export const useUnsavedParts = (): string[] =>
  useStore(unsavedParts, unsavedParts.get()).flatMap(({ message }) => message || [])
