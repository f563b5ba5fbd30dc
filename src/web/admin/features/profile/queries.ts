import { queryOptions } from '@tanstack/react-query'
import type { Profile, ProfileSession } from '#contracts/profile.ts'
import { getJson } from '#web/lib/api.ts'
import { adminApi } from '../session/session.ts'

export const profileQuery = queryOptions({
  queryKey: ['/api/account'],
  queryFn: ({ signal }) => getJson<Profile>(adminApi, '/api/account', { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['/api/account/sessions'],
  queryFn: ({ signal }) => getJson<ProfileSession[]>(adminApi, '/api/account/sessions', { signal }),
})
