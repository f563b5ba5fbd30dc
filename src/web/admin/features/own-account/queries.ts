import { queryOptions } from '@tanstack/react-query'
import type { OwnAccount, OwnSession } from '#contracts/own-account.ts'
import { getJson, reasonOf } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toast.ts'
import { staffApi } from '../session/session.ts'

export const ownAccountQuery = queryOptions({
  queryKey: ['/api/account'],
  queryFn: async ({ signal }) => (await getJson(staffApi, '/api/account', { signal })) as OwnAccount,
})

export const sessionsQuery = queryOptions({
  queryKey: ['/api/account/sessions'],
  queryFn: async ({ signal }) =>
    (await getJson(staffApi, '/api/account/sessions', { signal })) as OwnSession[],
})

/** A refusal as the server words it. */
export const showRefusal = (error: Error) =>
  showToast({ variant: 'destructive', title: 'Error', description: reasonOf(error) })
