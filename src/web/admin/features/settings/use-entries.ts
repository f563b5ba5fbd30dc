import { useEffect, useRef } from 'react'
import type { ListField } from '#contracts/site-content-fields.ts'
import { showToast } from '../../../lib/toast.ts'
import { useField } from './editor-context.ts'

/** The entries of a list and what can be done to them; the focus goes where a keyboard expects it. */
export function useEntries({ noun, blank }: ListField, path: string) {
  const { value, error, change } = useField(path)
  const entries: unknown[] = Array.isArray(value) ? value : []
  const focusNext = useFocusAfterChange()

  return {
    entries,
    error,
    add() {
      focusNext(`[data-entry="${path}.${entries.length}"] :is(input, textarea, select)`)
      change((list: unknown) => [...(Array.isArray(list) ? list : []), structuredClone(blank)])
    },
    remove(index: number, name: string) {
      const entry = entries[index]
      focusNext(`[data-list="${path}"] [data-add]`)
      change(entries.toSpliced(index, 1))
      const undo = () =>
        change((list: unknown) => (Array.isArray(list) ? list.toSpliced(index, 0, entry) : [entry]))
      showToast({
        title: `${capital(noun)} removed`,
        description: name,
        action: { label: 'Undo', run: undo },
      })
    },
    /** `by` is -1 or 1; `focus` is the selector inside the entry of what keeps the focus. */
    move(index: number, by: -1 | 1, focus: string) {
      const to = index + by
      if (to < 0 || to >= entries.length) return
      focusNext(`[data-entry="${path}.${to}"] ${focus}`, `[data-entry="${path}.${to}"] [data-move]:enabled`)
      change(entries.with(index, entries[to]).with(to, entries[index]))
    },
  }
}

/** Focuses the first enabled element that one of these selectors finds once the change has been drawn. */
function useFocusAfterChange() {
  const wanted = useRef<string[]>([])
  useEffect(() => {
    const [selector] = wanted.current.filter((candidate) => find(candidate))
    if (selector) find(selector)?.focus()
    wanted.current = []
  })
  return (...selectors: string[]) => {
    wanted.current = selectors
  }
}

const find = (selector: string) => document.querySelector<HTMLElement>(`${selector}:enabled`)

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
