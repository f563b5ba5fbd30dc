import { useCallback, useMemo, useState } from 'react'
import { useDraftRecovery } from './draft-recovery.ts'
import { formValuesEqual, type ItemFormValues } from './item-form-values.ts'

interface LoadedItem {
  /** The item as the server has it, or an empty form. */
  base: ItemFormValues
  revision: number
}

/** What is entered in an item's form, whether it differs from what is stored, and what an earlier visit left. */
export function useItemForm(key: string, loaded: LoadedItem) {
  const [{ base, revision }, setLoaded] = useState(loaded)
  const [value, setValue] = useState(base)
  const [isSaved, setSaved] = useState(false)
  const unsaved = useMemo(() => !isSaved && !formValuesEqual(base, value), [base, value, isSaved])
  const current = useMemo(() => ({ base, revision, value }), [base, revision, value])
  const recovery = useDraftRecovery(key, current, unsaved)
  const change = useCallback(
    (changes: Partial<ItemFormValues> | ((present: ItemFormValues) => Partial<ItemFormValues>)) =>
      setValue((present) => ({
        ...present,
        ...(typeof changes === 'function' ? changes(present) : changes),
      })),
    [],
  )
  return {
    value,
    base,
    revision,
    unsaved,
    change,
    /** Begins anew from another state of the item, with what shall be entered over it. */
    rebase: (next: LoadedItem, values: ItemFormValues = next.base) => {
      setLoaded(next)
      setValue(values)
    },
    /** What is entered is stored: nothing holds the screen any more. */
    markSaved: () => {
      setSaved(true)
      return recovery.deleteDraft()
    },
    recoveredDraft: recovery.found,
    restore: () => {
      if (!recovery.found) return
      setLoaded(recovery.found)
      setValue(recovery.found.value)
      recovery.dismiss()
    },
    discard: recovery.deleteDraft,
  }
}
export type ItemFormState = ReturnType<typeof useItemForm>
