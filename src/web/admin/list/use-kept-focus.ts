import { type FocusEvent, useLayoutEffect, useRef } from 'react'

const ROW = 'tbody > tr, li'
const CONTROLS = 'a[href], button, input, select, textarea'

/** Where a control is: the positions of its row and of its cell, and its kind. */
interface Place {
  control: HTMLElement
  row: number
  cell: number
}

/**
 * Keeps the focus in a list whose rows are `tr` or `li`, when the row that had it has left: it moves to the same control of the
 * row in its place, to the button of a list that is empty now, or to the heading above. Otherwise it would go to the body, and
 * Tab would begin at the top of the page. Returns the properties of the element that contains the list.
 */
export function useKeptFocus<Container extends HTMLElement>() {
  const container = useRef<Container>(null)
  const focused = useRef<Place>(undefined)
  useLayoutEffect(() => {
    const list = container.current
    if (!list || !focused.current || focused.current.control.isConnected) return
    const target = findReplacement(list, focused.current) ?? findHeading(list)
    focused.current = undefined
    if (!target || document.activeElement !== document.body) return
    if (!target.matches(CONTROLS)) target.tabIndex = -1
    target.focus({ preventScroll: true })
  })
  return {
    ref: container,
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const rows = listRows(currentTarget)
      const row = rows.findIndex((each) => each.contains(target))
      const cell = [...(rows[row]?.children ?? [])].findIndex((each) => each.contains(target))
      focused.current = { control: target, row, cell }
    },
  }
}

function findReplacement(list: HTMLElement, { control, row, cell }: Place): HTMLElement | null {
  const rows = listRows(list)
  const neighbour = rows[Math.min(row, rows.length - 1)] ?? list
  return (
    neighbour.children[cell]?.querySelector<HTMLElement>(control.tagName) ??
    neighbour.querySelector<HTMLElement>(CONTROLS)
  )
}

/** The rows that are not part of another one. */
const listRows = (list: HTMLElement): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>(ROW)].filter((row) => {
    const outer = row.parentElement?.closest(ROW)
    return !outer || !list.contains(outer)
  })

/** The heading of the nearest dialog, section or screen around an element. */
const findHeading = (element: HTMLElement): HTMLElement | null =>
  element.closest('section, dialog, main')?.querySelector<HTMLElement>('h1, h2, h3') ??
  document.querySelector<HTMLElement>('main h1')
