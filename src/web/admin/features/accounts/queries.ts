import { useQueryClient } from '@tanstack/react-query'
import type { AccountSummary } from '#contracts/account.ts'
import type { ApiKey } from '#contracts/api-key.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { send } from '../../../lib/api.ts'
import { showErrorToast } from '../layout/error-toast.ts'
import { jsonQuery } from '../session/requests.ts'
import { adminApi } from '../session/session.ts'

export const accountsQuery = jsonQuery<AccountSummary[]>('/api/accounts')

export const apiKeysQuery = jsonQuery<ApiKey[]>('/api/keys')

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
