import { queryOptions } from '@tanstack/react-query'
import type { Profile, ProfileSession } from '#contracts/profile.ts'
import { getJson } from '#web/lib/api.ts'
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
