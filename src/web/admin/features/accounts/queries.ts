import { useQueryClient } from '@tanstack/react-query'
import type { AccountSummary } from '#contracts/account/account.ts'
import type { ApiKey } from '#contracts/account/api-key.ts'
import { send } from '#web/lib/api/api.ts'
import { jsonQuery } from '../../session/requests.ts'
import { adminApi } from '../../session/session.ts'

export const accountsQuery = jsonQuery<AccountSummary[]>('/api/accounts')

export const apiKeysQuery = jsonQuery<ApiKey[]>('/api/keys')

/** Returns a function that sends one change and fetches both tables again. */
export function useAccountRequest() {
  const client = useQueryClient()
  return async <Result>(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<Result> => {
    const result = await send<Result>(adminApi, method, path, body)
    await Promise.all([
      client.invalidateQueries({ queryKey: accountsQuery.queryKey }),
      client.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
    ])
    return result
  }
}
