import type { Profile, ProfileSession } from '#contracts/account/profile.ts'
import { jsonQuery } from '../../session/requests.ts'

export const profileQuery = jsonQuery<Profile>('/api/account')

export const sessionsQuery = jsonQuery<ProfileSession[]>('/api/account/sessions')
