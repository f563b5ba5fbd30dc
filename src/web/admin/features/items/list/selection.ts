import { useRef, useState } from 'react'

/** The ids between two of them, both included, in either direction; the last one alone if the first is not listed. */
export function listRange(ids: readonly string[], from: string | undefined, to: string): string[] {
  const [start, end] = [ids.indexOf(from ?? ''), ids.indexOf(to)]
  return start < 0 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** The selected items of a list. They remain selected while search, filters, tab and page change. */
export function useSelection() {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  /** The item that was selected or deselected last: a range begins at it. */
  const rangeStart = useRef<string>(undefined)
  const change = (ids: readonly string[], selected: boolean) =>
    setSelectedIds((current) => {
      const next = new Set(current)
      for (const id of ids) {
        if (selected) next.add(id)
        else next.delete(id)
      }
      return next
    })
  return {
    selectedIds,
    select: (ids: readonly string[]) => change(ids, true),
    deselect: (ids: readonly string[]) => change(ids, false),
    clear: () => setSelectedIds(new Set()),
    /** Selects or deselects an item of the list; with `isRange`, all items from the last one to it. */
    toggle: (id: string, selected: boolean, ids: readonly string[], isRange: boolean) => {
      change(isRange ? listRange(ids, rangeStart.current, id) : [id], selected)
      rangeStart.current = id
    },
  }
}
export type Selection = ReturnType<typeof useSelection>
