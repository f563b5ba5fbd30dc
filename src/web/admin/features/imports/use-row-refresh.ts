import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ItemImportDetails } from '#contracts/item-import.ts'
import { getRowsPath, isBusy } from './queries.ts'

/** Requests the displayed rows again when the import has changed, by this tab or elsewhere, and no process works on it. */
export function useRowRefresh(details: ItemImportDetails): void {
  const client = useQueryClient()
  const { id, state, counts, applied, notUndone } = details
  const version = isBusy(details) ? '' : JSON.stringify([state, counts, applied, notUndone])
  const loadedVersion = useRef(version)
  useEffect(() => {
    if (!version || version === loadedVersion.current) return
    loadedVersion.current = version
    void client.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith(getRowsPath(id)),
    })
  }, [client, id, version])
}
