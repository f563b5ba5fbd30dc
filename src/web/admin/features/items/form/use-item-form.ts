import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import type { Kind } from '#contracts/item/item.ts'
import { isDraftContinued, toDraftKey } from '#web/admin/editing/item-drafts.ts'
import { addCodeRows, describeOmissions, getOmissions } from './copy-state.ts'
import { useDraftRecovery } from './draft-recovery.ts'
import { formValuesEqual, type ItemFormValues } from './item-form-values.ts'

interface LoadedItem {
  /** The values of the stored item, or empty ones. */
  base: ItemFormValues
  revision: number
}

/** The values of an item's form, whether they are unsaved, and the draft of an earlier visit. */
export function useItemForm(kind: Kind, id: string | undefined, loaded: LoadedItem) {
  const location = useLocation()
  const omissions = loaded.revision === 1 ? getOmissions(location) : undefined
  const [{ base, revision }, setLoaded] = useState({
    ...loaded,
    base: addCodeRows(loaded.base, omissions?.omittedCodes ?? []),
  })
  const [value, setValue] = useState(base)
  const [isSaved, setSaved] = useState(false)
  const unsaved = useMemo(() => !isSaved && !formValuesEqual(base, value), [base, value, isSaved])
  const current = useMemo(() => ({ base, revision, value }), [base, revision, value])
  const recovery = useDraftRecovery(toDraftKey(kind, id), current, unsaved)
  const change = useCallback(
    (changes: Partial<ItemFormValues> | ((present: ItemFormValues) => Partial<ItemFormValues>)) =>
      setValue((present) => ({
        ...present,
        ...(typeof changes === 'function' ? changes(present) : changes),
      })),
    [],
  )
  const restore = () => {
    if (!recovery.found) return
    setLoaded(recovery.found)
    setValue(recovery.found.value)
    recovery.dismiss()
  }
  const continueDraft = useEffectEvent(() => isDraftContinued(location) && restore())
  useEffect(() => {
    if (recovery.found) continueDraft()
  }, [recovery.found])
  return {
    /** Undefined for a new item. */
    id,
    value,
    base,
    revision,
    unsaved,
    /** Whether the form was opened by copying an item, and what the copy has not. */
    isCopy: omissions !== undefined,
    copyNotice: omissions ? describeOmissions(omissions) : '',
    change,
    /** Continues from another revision of the item, with these values. */
    rebase: (next: LoadedItem, values: ItemFormValues = next.base) => {
      setLoaded(next)
      setValue(values)
    },
    /** The values are saved: the screen can be left and the draft is deleted. */
    markSaved: () => {
      setSaved(true)
      return recovery.deleteDraft()
    },
    recoveredDraft: recovery.found,
    restore,
    discard: recovery.deleteDraft,
  }
}
export type ItemFormState = ReturnType<typeof useItemForm>
