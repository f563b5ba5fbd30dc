import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { AccountSummary } from '#contracts/account.ts'
import type { ApiKey } from '#contracts/api-key.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { getJson, send } from '../../../lib/api.ts'
import { showErrorToast } from '../layout/error-toast.ts'
import { adminApi } from '../session/session.ts'

export const accountsQuery = queryOptions({
  queryKey: ['/api/accounts'],
  queryFn: ({ signal }) => getJson<AccountSummary[]>(adminApi, '/api/accounts', { signal }),
})

export const apiKeysQuery = queryOptions({
  queryKey: ['/api/keys'],
  queryFn: ({ signal }) => getJson<ApiKey[]>(adminApi, '/api/keys', { signal }),
})

interface AccountRequest {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
}

/** Sends one change and fetches both tables again. An error response is shown in a toast. */
export function useAccountMutation<Result>(onDone: (result: Result) => void = () => undefined) {
  const client = useQueryClient()
  return useGuardedMutation({
    mutationFn: ({ method, path, body }: AccountRequest) => send<Result>(adminApi, method, path, body),
    onSuccess: async (result) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: accountsQuery.queryKey }),
        client.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
      ])
      onDone(result)
    },
    onError: (error) => showErrorToast(error),
  })
}
