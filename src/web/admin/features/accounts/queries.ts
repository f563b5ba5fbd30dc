import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { AccountSummary } from '#contracts/account.ts'
import type { ApiKey } from '#contracts/api-key.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { getErrorMessage, getJson, send } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toast.ts'
import { adminApi } from '../session/session.ts'

export const accountsQuery = queryOptions({
  queryKey: ['/api/accounts'],
  queryFn: async ({ signal }) => (await getJson(adminApi, '/api/accounts', { signal })) as AccountSummary[],
})

export const apiKeysQuery = queryOptions({
  queryKey: ['/api/keys'],
  queryFn: async ({ signal }) => (await getJson(adminApi, '/api/keys', { signal })) as ApiKey[],
})

interface AccountRequest {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
}

/** Sends one change, then reads both tables anew; a refusal is shown as the server words it. */
export function useAccountMutation<Result>(onDone: (result: Result) => void = () => undefined) {
  const client = useQueryClient()
  return useGuardedMutation({
    mutationFn: async ({ method, path, body }: AccountRequest) =>
      (await send(adminApi, method, path, body)) as Result,
    onSuccess: async (answer) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: accountsQuery.queryKey }),
        client.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
      ])
      onDone(answer)
    },
    onError: (error) =>
      showToast({
        variant: 'destructive',
        title: 'Error',
        description: getErrorMessage(error),
      }),
  })
}
