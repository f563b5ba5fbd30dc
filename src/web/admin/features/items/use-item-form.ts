import { useCallback, useMemo, useState } from 'react'
import { type FormValue, sameValue } from './form-value.ts'
import { useRecovery } from './recovery.ts'

interface Loaded {
  /** The item as the server has it, or an empty form. */
  base: FormValue
  revision: number
}

/** What is entered in an item's form, whether it differs from what is stored, and what an earlier visit left. */
export function useItemForm(key: string, loaded: Loaded) {
  const [{ base, revision }, setLoaded] = useState(loaded)
  const [value, setValue] = useState(base)
  const [done, setDone] = useState(false)
  const unsaved = useMemo(() => !done && !sameValue(base, value), [base, value, done])
  const current = useMemo(() => ({ base, revision, value }), [base, revision, value])
  const recovery = useRecovery(key, current, unsaved)
  const change = useCallback(
    (changes: Partial<FormValue> | ((present: FormValue) => Partial<FormValue>)) =>
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
    rebase: (next: Loaded, entered: FormValue = next.base) => {
      setLoaded(next)
      setValue(entered)
    },
    /** What is entered is stored: nothing holds the screen any more. */
    saved: () => {
      setDone(true)
      return recovery.forget()
    },
    found: recovery.found,
    restore: () => {
      if (!recovery.found) return
      setLoaded(recovery.found)
      setValue(recovery.found.value)
      recovery.settle()
    },
    discard: recovery.forget,
  }
}
export type ItemFormState = ReturnType<typeof useItemForm>
