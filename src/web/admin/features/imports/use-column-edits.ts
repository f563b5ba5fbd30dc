import { useMemo, useState } from 'react'
import type { ColumnTarget, ImportColumn, ImportOptions, ItemImportDetails } from '#contracts/item-import.ts'
import type { Kind } from '#contracts/kind.ts'
import { applyEdits, findProblems, getColumnKey, isEdited, NO_EDITS, toColumnsBody } from './column-edits.ts'
import { useImportRequest } from './use-import-request.ts'

/** The user's corrections of what was recognised in a file, until they are sent. */
export function useColumnEdits(details: ItemImportDetails) {
  const [edits, setEdits] = useState(NO_EDITS)
  const discard = () => setEdits(NO_EDITS)
  const request = useImportRequest(details.id, discard)
  const setTargets = (columns: ImportColumn[], getTarget: (column: ImportColumn) => ColumnTarget) =>
    setEdits((present) => ({
      ...present,
      targets: new Map([
        ...present.targets,
        ...columns.map((column) => [getColumnKey(column), getTarget(column)] as const),
      ]),
    }))
  const recognition = useMemo(() => applyEdits(details, edits), [details, edits])
  return {
    recognition,
    problems: useMemo(() => findProblems(recognition), [recognition]),
    isEdited: useMemo(() => isEdited(details, recognition), [details, recognition]),
    isPending: request.isPending,
    setKind: (sheet: string, kind: Kind | null) =>
      setEdits((present) => ({ ...present, kinds: new Map(present.kinds).set(sheet, kind) })),
    setTargets,
    setOptions: (options: Partial<ImportOptions>) =>
      setEdits((present) => ({ ...present, options: { ...present.options, ...options } })),
    discard,
    send: () =>
      request.send({
        action: 'columns',
        body: toColumnsBody(recognition),
        title: 'The file was not read again',
      }),
  }
}
export type ColumnEditor = ReturnType<typeof useColumnEdits>
