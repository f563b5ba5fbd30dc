import { useMemo } from 'react'
import { createLine, type DraftLine, isBlank } from '../editor/draft.ts'
import type { QuotationDocument } from '../editor/quotation-document.ts'

/** The columns of a row from 1280 px; below that a line is a card. */
export const ROW_GRID =
  'xl:grid-cols-[1.5rem_minmax(0,1fr)_7rem_4rem_4.25rem_8rem_3.75rem_4rem_8.5rem_2.75rem]'

/** What the keys and menus of lines do. Commands that add or move a line take the focus along. */
export interface LineCommands {
  change: (key: string, changes: Partial<DraftLine>) => void
  /** Adds a line below this one, or at the end. It has the heading and the GST rate of the line above it. */
  addAfter: (key: string | undefined) => void
  duplicate: (key: string) => void
  remove: (key: string) => void
  move: (key: string, step: 1 | -1) => void
  /** Sets the heading of this line and of those below it that have the same. */
  setGroup: (key: string, group: string) => void
}

/** Returns the commands, which stay the same. */
export const useLineCommands = (quotation: QuotationDocument): LineCommands =>
  useMemo(() => createCommands(quotation), [quotation])

function createCommands(quotation: QuotationDocument): LineCommands {
  const listLines = () => quotation.getState().value.lines
  const changeLines = (change: (lines: DraftLine[]) => DraftLine[]) =>
    quotation.change((draft) => ({ ...draft, lines: change(draft.lines) }))
  const focus = (key: string, field = 'description') => quotation.focus.request(`lines.${key}.${field}`)
  const insertAfter = (key: string | undefined, line: DraftLine) => {
    focus(line.key)
    changeLines((lines) => {
      const index = lines.findIndex((other) => other.key === key)
      return lines.toSpliced(index === -1 ? lines.length : index + 1, 0, line)
    })
  }
  return {
    change: (key, changes) =>
      changeLines((lines) => lines.map((line) => (line.key === key ? { ...line, ...changes } : line))),
    addAfter: (key) => {
      const above = listLines().find((line) => line.key === key)
      insertAfter(key, createLine(above && { group: above.group, gstRate: above.gstRate }))
    },
    duplicate: (key) => {
      const line = listLines().find((other) => other.key === key)
      if (line) insertAfter(key, { ...line, key: createLine().key })
    },
    remove: (key) => {
      const lines = listLines()
      const index = lines.findIndex((line) => line.key === key)
      const neighbour = lines[index + 1] ?? lines[index - 1]
      if (neighbour) focus(neighbour.key)
      changeLines((all) =>
        all
          .filter((line) => line.key !== key)
          .map((line) => (line.alternativeTo === key ? { ...line, alternativeTo: '' } : line)),
      )
    },
    move: (key, step) => {
      const lines = listLines()
      const index = lines.findIndex((line) => line.key === key)
      const target = index + step
      if (target < 0 || target >= lines.length) return
      focus(key, quotation.focus.findName(document.activeElement)?.split('.').at(-1))
      changeLines((all) => all.toSpliced(index, 1).toSpliced(target, 0, all[index]!))
    },
    setGroup: (key, group) =>
      changeLines((lines) => {
        const start = lines.findIndex((line) => line.key === key)
        const length = lines.slice(start).findIndex((line) => line.group !== lines[start]?.group)
        const end = length === -1 ? lines.length : start + length
        return lines.map((line, index) => (index >= start && index < end ? { ...line, group } : line))
      }),
  }
}

/** The lines that an alternative can replace. */
export const listReplaceable = (lines: readonly DraftLine[], key: string): DraftLine[] =>
  lines.filter((line) => line.key !== key && !line.optional && !isBlank(line))
