import { del, get, set } from 'idb-keyval'
import { useEffect, useRef, useState } from 'react'
import { formValuesEqual, type ItemFormValues } from './item-form-values.ts'

/** A form as it was last seen, pictures included, kept by the browser until it is saved or thrown away. */
export interface FormDraft {
  /** UTC, ISO 8601. */
  at: string
  /** What was stored when it was begun, and as which revision. */
  base: ItemFormValues
  revision: number
  value: ItemFormValues
}

const DEBOUNCE_MS = 400

/**
 * Keeps what is entered while it differs from what is stored, and finds what an earlier visit left behind. A browser
 * that keeps nothing (private windows may not) loses only that.
 */
export function useDraftRecovery(key: string, current: Omit<FormDraft, 'at'>, unsaved: boolean) {
  const [recoveredDraft, setRecoveredDraft] = useState<FormDraft>()
  const saveTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    let isActive = true
    get<FormDraft>(key).then(
      (draft) => isActive && draft && !formValuesEqual(draft.base, draft.value) && setRecoveredDraft(draft),
      ignoreError,
    )
    return () => {
      isActive = false
    }
  }, [key])
  useEffect(() => {
    if (!unsaved) return
    saveTimer.current = setTimeout(() => {
      set(key, { ...current, at: new Date().toISOString() } satisfies FormDraft).catch(ignoreError)
    }, DEBOUNCE_MS)
    return () => clearTimeout(saveTimer.current)
  }, [key, current, unsaved])
  return {
    found: recoveredDraft,
    /** Forgets what was kept, once it is saved or not wanted, and what was about to be kept. */
    deleteDraft: () => {
      clearTimeout(saveTimer.current)
      setRecoveredDraft(undefined)
      return del(key).catch(ignoreError)
    },
    /** Takes the offer off the screen; what is entered from now on is kept in its place. */
    dismiss: () => setRecoveredDraft(undefined),
  }
}

/** Keeping a form is a help, not a promise: where it fails, everything else goes on. */
function ignoreError(): void {}
