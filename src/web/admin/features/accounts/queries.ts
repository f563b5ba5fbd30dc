import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Person } from '#contracts/account.ts'
import type { ApiKey } from '#contracts/api-key.ts'
import { getJson, reasonOf, send } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toast.ts'
import { useSend } from '../../../lib/use-send.ts'
import { staffApi } from '../session/session.ts'

export const peopleQuery = queryOptions({
  queryKey: ['/api/accounts'],
  queryFn: async ({ signal }) => (await getJson(staffApi, '/api/accounts', { signal })) as Person[],
})

export const keysQuery = queryOptions({
  queryKey: ['/api/keys'],
  queryFn: async ({ signal }) => (await getJson(staffApi, '/api/keys', { signal })) as ApiKey[],
})

interface Change {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
}

/** Sends one change, then reads both tables anew; a refusal is shown as the server words it. */
export function useChange<Answer>(onDone: (answer: Answer) => void = () => undefined) {
  const client = useQueryClient()
  return useSend({
    mutationFn: async ({ method, path, body }: Change) =>
      (await send(staffApi, method, path, body)) as Answer,
    onSuccess: async (answer) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: peopleQuery.queryKey }),
        client.invalidateQueries({ queryKey: keysQuery.queryKey }),
      ])
      onDone(answer)
    },
    onError: (error) =>
      showToast({
        variant: 'destructive',
        title: 'Error',
        description: reasonOf(error),
      }),
  })
}
