import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { generatePath } from 'react-router'
import type {
  ImportColumnsBody,
  ImportRow,
  ImportUndoPreview,
  ItemImport,
  ItemImportDetails,
  ResolveConflictsBody,
} from '#contracts/bulk-data/item-import.ts'
import { BUSY_IMPORT_STATES } from '#contracts/bulk-data/item-import-limits.ts'
import type { Page } from '#contracts/page.ts'
import { isClientError, send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { showToast } from '#web/lib/toast.ts'
import { getPolledPage, jsonQuery, pageQuery, polledJsonQuery } from '../../session/requests.ts'
import { adminApi } from '../../session/session.ts'

export const IMPORTS_PATH = '/api/imports'
/** For a response without a message of its own. */
export const SERVER_ERROR_MESSAGE = 'The server could not answer. Try again in a minute.'
/** How often the progress of an import is requested, and after a failed request. */
const PROGRESS_INTERVAL_MS = 700
const RETRY_INTERVAL_MS = 5000
const LIST_INTERVAL_MS = 3000

/** Whether a process works on the import. */
export const isBusy = ({ state }: ItemImport): boolean => BUSY_IMPORT_STATES.includes(state)

/** Whether the rows of an import can be deleted or read again: none of them is applied. */
export const canForget = (each: ItemImport): boolean => each.applied + each.notUndone === 0 && !isBusy(each)

export const getImportPath = (id: string): string => `${IMPORTS_PATH}/${encodeURIComponent(id)}`

/** One import. It is requested again while a process works on it. */
export const importQuery = (id: string) =>
  queryOptions({
    ...polledJsonQuery<ItemImportDetails>(getImportPath(id)),
    // Another tab may have changed it.
    refetchOnWindowFocus: true,
    refetchInterval: ({
      state: { data, status },
    }: {
      state: { data: ItemImportDetails | undefined; status: string }
    }) => data && isBusy(data) && (status === 'error' ? RETRY_INTERVAL_MS : PROGRESS_INTERVAL_MS),
  })

/** What undoing would do now. It is requested each time that the dialog opens. */
export const undoPreviewQuery = (id: string) =>
  queryOptions({ ...jsonQuery<ImportUndoPreview>(`${getImportPath(id)}/undo`), gcTime: 0 })

export function importsQuery(query: string) {
  const path = `${IMPORTS_PATH}?${query}`
  return queryOptions({
    queryKey: [path],
    queryFn: (context) => getPolledPage<ItemImport>(path, context),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }: { state: { data: Page<ItemImport> | undefined } }) =>
      data?.items.some(isBusy) && LIST_INTERVAL_MS,
  })
}

/** One page of the rows of an import; `query` is the query string of the request. */
export function importRowsQuery(id: string, query: string) {
  const path = `${getRowsPath(id)}?${query}`
  return queryOptions({
    ...pageQuery<ImportRow>(path),
    // The rows of another import would be wrong.
    placeholderData: (rows: Page<ImportRow> | undefined, earlier) =>
      String(earlier?.queryKey[0]).startsWith(getRowsPath(id)) ? rows : undefined,
  })
}

const getRowsPath = (id: string): string => `${getImportPath(id)}/rows`

export const getImportUrl = (importId: string): string =>
  generatePath(ADMIN_PATHS.importDetails, { importId })

/** The id of the part of the screen with the rows, to which links with a filter scroll. */
export const ROWS_SECTION_ID = 'import-rows'

/** A link to the rows of a filter, from elsewhere on the screen. */
export const getRowsLink = (filter: Record<string, string>): string =>
  `?${new URLSearchParams(filter)}#${ROWS_SECTION_ID}`

/** A request that changes an import; `title` says in an error message what was not done. */
type ImportRequest = { title: string } & (
  | { action: 'columns'; body: ImportColumnsBody }
  | { action: 'apply'; body: { what: 'valid' | 'all' } }
  | { action: 'conflicts'; body: ResolveConflictsBody }
  | { action: 'cancel' | 'undo'; body?: undefined }
)

const METHODS = { columns: 'PUT', conflicts: 'PUT', apply: 'POST', cancel: 'POST', undo: 'POST' } as const

/** Sends requests about one import, one at a time. The response replaces the import on display. */
export function useImportRequest(id: string, onDone?: (request: ImportRequest) => void) {
  const client = useQueryClient()
  const { queryKey } = importQuery(id)
  const request = useGuardedMutation<ItemImportDetails, ImportRequest>({
    mutationFn: ({ action, body }) =>
      send<ItemImportDetails>(
        adminApi,
        METHODS[action],
        `${getImportPath(id)}/${action}`,
        body,
        SERVER_ERROR_MESSAGE,
      ),
    onSuccess: async (details, input) => {
      // An earlier response about the progress would replace this one.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, details)
      onDone?.(input)
    },
    onError: (error, input) => {
      showToast({
        variant: 'destructive',
        title: input.title,
        description: error.message,
        // The server would reject the same request again.
        ...(!isClientError(error) && { action: { label: 'Try again', run: () => request.send(input) } }),
      })
      void client.invalidateQueries({ queryKey })
    },
  })
  return request
}

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
