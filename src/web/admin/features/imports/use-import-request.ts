import { useQueryClient } from '@tanstack/react-query'
import type { ImportColumnsBody, ItemImportDetails, ResolveConflictsBody } from '#contracts/item-import.ts'
import { isClientError, send } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { adminApi } from '../session/session.ts'
import { getImportPath, importQuery, SERVER_ERROR_MESSAGE } from './queries.ts'

/** A request that changes an import; `title` says in an error message what was not done. */
export type ImportRequest = { title: string } & (
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
