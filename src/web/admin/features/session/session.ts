import { useEffect } from 'react'
import type { LoginReply, User } from '#contracts/account.ts'
import type { Permission } from '#contracts/permission.ts'
import { ROLES } from '#contracts/role.ts'
import { STORAGE_KEYS } from '#contracts/storage-keys.ts'
import { type Api, browserApi } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toast.ts'
import { requestReauth } from './reauth-request.ts'
import { hasUnsavedChanges } from './unsaved-changes.ts'

/** Calls of the back office; see `inSession`. */
export const adminApi: Api = (path, init) =>
  withReauth(() => browserApi(path, init), (init?.method ?? 'GET') !== 'GET')

/**
 * Makes a call, and makes it again once somebody has signed in anew. When the session is over, the browser forgets it and
 * goes to the site (decision 0003), but where work would be lost, which every write holds: there people are asked first
 * (decision 0110).
 */
export async function withReauth(
  sendRequest: () => Promise<Response>,
  promptOnExpiry = true,
): Promise<Response> {
  const response = await sendRequest()
  if (response.status !== 401) return response
  if ((promptOnExpiry || hasUnsavedChanges()) && (await requestReauth()))
    return withReauth(sendRequest, promptOnExpiry)
  clearSession()
  return response
}

/** Marks this browser as signed in (row AUTH-5). */
export function saveSession({ token, user }: Pick<LoginReply, 'token' | 'user'>): void {
  localStorage.setItem(STORAGE_KEYS.token, token)
  saveUser(user)
}

/** After one's own name or role changed; the frame shows it when it is drawn anew. */
export const saveUser = (user: User) => localStorage.setItem(STORAGE_KEYS.user, JSON.stringify(user))

/** Ends the session here and on the server (row AUTH-8). */
export async function logout(): Promise<void> {
  const response = await browserApi('/api/auth/logout', { method: 'POST' }).catch(() => undefined)
  if (response?.ok || response?.status === 401) clearSession()
  else
    showToast({
      variant: 'destructive',
      title: 'Error',
      description: 'Signing out failed. Please try again.',
    })
}

/** Without the token in the browser's storage there is no back office (row AUTH-7); other tabs that sign out count too. */
export function useCurrentUser(): User | undefined {
  useEffect(() => {
    const check = async () => {
      if (localStorage.getItem(STORAGE_KEYS.token) && getStoredUser()) return
      if (!hasUnsavedChanges() || !(await requestReauth())) clearSession()
    }
    void check()
    addEventListener('storage', check)
    return () => removeEventListener('storage', check)
  }, [])
  return localStorage.getItem(STORAGE_KEYS.token) ? getStoredUser() : undefined
}

/** Whether the signed-in person's role carries this permission; the server decides in any case. */
export const can = (user: User | undefined, permission: Permission): boolean =>
  user !== undefined && ROLES[user.role].permissions.includes(permission)

function getStoredUser(): User | undefined {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEYS.user) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function clearSession(): void {
  localStorage.removeItem(STORAGE_KEYS.token)
  localStorage.removeItem(STORAGE_KEYS.user)
  location.replace('/')
}
