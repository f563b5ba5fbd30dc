import { useEffect, useRef } from 'react'
import { countOf } from '#contracts/format.ts'
import type { ImportRow } from '#contracts/item-import.ts'
import { showToast } from '#web/lib/toast.ts'

import { useImportRequest } from './use-import-request.ts'

/** Decides conflicts of an import; `container` contains the buttons of the displayed rows. */
export function useConflictResolver(id: string, rows: ImportRow[] | undefined, container: string) {
  const decidedIndex = useRef<number>(undefined)
  const request = useImportRequest(id, (done) => {
    if (done.action !== 'conflicts') return
    const { keep, positions } = done.body
    const subject = positions ? countOf(positions.length, 'conflict') : 'All conflicts'
    showToast({
      title: `${subject} decided`,
      description:
        keep === 'file' ? 'The values of the file will be applied.' : 'The items stay as they are.',
    })
  })
  // The row of the pressed button is gone: the focus goes to the row that took its place.
  useEffect(() => {
    if (decidedIndex.current === undefined || !rows || document.activeElement !== document.body) return
    const section = document.getElementById(container)
    const groups = [...(section?.querySelectorAll('[data-conflict]') ?? [])]
    const next = groups[Math.min(decidedIndex.current, groups.length - 1)]?.querySelector('button')
    ;(next ?? section?.querySelector('h2'))?.focus()
    decidedIndex.current = undefined
  }, [rows, container])
  return {
    resolve: (keep: 'file' | 'item', position: number) => {
      const groups = [...(document.getElementById(container)?.querySelectorAll('[data-conflict]') ?? [])]
      decidedIndex.current = groups.findIndex(
        (group) => group.getAttribute('data-conflict') === String(position),
      )
      request.send({ action: 'conflicts', body: { keep, positions: [position] }, title: 'Not decided' })
    },
    resolveAll: (keep: 'file' | 'item') => {
      decidedIndex.current = 0
      request.send({ action: 'conflicts', body: { keep }, title: 'Not decided' })
    },
  }
}
export type ConflictResolver = ReturnType<typeof useConflictResolver>
