import { useEffect, useRef } from 'react'
import type { ListField } from '#contracts/site-content-fields.ts'
import { showToast } from '#web/lib/toast.ts'
import { useField } from './editor-context.ts'

/** The entries of a list and what can be done to them; the focus goes where a keyboard expects it. */
export function useListField({ itemLabel, emptyItem }: ListField, path: string) {
  const { value, error, change } = useField(path)
  const entries: unknown[] = Array.isArray(value) ? value : []
  const focusNext = useFocusAfterChange()

  return {
    entries,
    error,
    add() {
      focusNext(`[data-entry="${path}.${entries.length}"] :is(input, textarea, select)`)
      change((list: unknown) => [...(Array.isArray(list) ? list : []), structuredClone(emptyItem)])
    },
    remove(index: number, name: string) {
      const entry = entries[index]
      focusNext(`[data-list="${path}"] [data-add]`)
      change(entries.toSpliced(index, 1))
      const undo = () =>
        change((list: unknown) => (Array.isArray(list) ? list.toSpliced(index, 0, entry) : [entry]))
      showToast({
        title: `${capitalize(itemLabel)} removed`,
        description: name,
        action: { label: 'Undo', run: undo },
      })
    },
    /** `by` is -1 or 1; `focus` is the selector inside the entry of what keeps the focus. */
    move(index: number, offset: -1 | 1, focusSelector: string) {
      const to = index + offset
      if (to < 0 || to >= entries.length) return
      focusNext(
        `[data-entry="${path}.${to}"] ${focusSelector}`,
        `[data-entry="${path}.${to}"] [data-move]:enabled`,
      )
      change(entries.with(index, entries[to]).with(to, entries[index]))
    },
  }
}

/** Focuses the first enabled element that one of these selectors finds once the change has been drawn. */
function useFocusAfterChange() {
  const pendingSelectors = useRef<string[]>([])
  useEffect(() => {
    const [selector] = pendingSelectors.current.filter((candidate) => findEnabledElement(candidate))
    if (selector) findEnabledElement(selector)?.focus()
    pendingSelectors.current = []
  })
  return (...selectors: string[]) => {
    pendingSelectors.current = selectors
  }
}

const findEnabledElement = (selector: string) => document.querySelector<HTMLElement>(`${selector}:enabled`)

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
