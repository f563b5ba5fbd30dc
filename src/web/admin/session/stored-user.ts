import type { User } from '#contracts/account/account.ts'
import { ROLES } from '#contracts/account/role.ts'
import { STORAGE_KEYS } from '#contracts/storage-keys.ts'

/** The user in local storage; undefined if it cannot be parsed or has no name or known role. */
export function getStoredUser(): User | undefined {
  try {
    const user: Partial<User> | null = JSON.parse(localStorage.getItem(STORAGE_KEYS.user) ?? 'null')
    const isValid = typeof user?.username === 'string' && Object.hasOwn(ROLES, String(user.role))
    return isValid ? (user as User) : undefined
  } catch {
    return undefined
  }
}
