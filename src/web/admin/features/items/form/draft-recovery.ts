import { del, get, set } from 'idb-keyval'
import { useEffect, useRef, useState } from 'react'
import { formValuesEqual, type ItemFormValues } from './item-form-values.ts'

/** The unsaved values of a form, pictures included, in the browser's storage until they are saved or discarded. */
export interface FormDraft {
  /** UTC, ISO 8601. */
  at: string
  /** The stored values when editing began, and their revision. */
  base: ItemFormValues
  revision: number
  value: ItemFormValues
}

const DEBOUNCE_MS = 400

/**
 * Stores the values of the form 400 ms after a change while they are unsaved, and finds the draft of an earlier visit.
 * Where the browser has no storage, as in some private windows, there are no drafts and no error.
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
    /** Deletes the draft and cancels a pending write of it. The offer disappears once the draft is deleted. */
    deleteDraft: async () => {
      clearTimeout(saveTimer.current)
      await del(key).catch(ignoreError)
      setRecoveredDraft(undefined)
    },
    /** Hides the offer; the next change overwrites the draft. */
    dismiss: () => setRecoveredDraft(undefined),
  }
}

/** Drafts are optional: a failure to read or write one has no consequences. */
function ignoreError(): void {}
