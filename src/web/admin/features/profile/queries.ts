import { queryOptions } from '@tanstack/react-query'
import type { Profile, ProfileSession } from '#contracts/profile.ts'
import { getErrorMessage, getJson } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { adminApi } from '../session/session.ts'

export const profileQuery = queryOptions({
  queryKey: ['/api/account'],
  queryFn: async ({ signal }) => (await getJson(adminApi, '/api/account', { signal })) as Profile,
})

export const sessionsQuery = queryOptions({
  queryKey: ['/api/account/sessions'],
  queryFn: async ({ signal }) =>
    (await getJson(adminApi, '/api/account/sessions', { signal })) as ProfileSession[],
})

/** A refusal as the server words it. */
export const showErrorToast = (error: Error) =>
  showToast({ variant: 'destructive', title: 'Error', description: getErrorMessage(error) })
