import { useEffect } from 'react'
import type { LoginReply, User } from '#contracts/account.ts'
import { type Permission, ROLE_PERMISSIONS } from '#contracts/permission.ts'
import { STORAGE_KEYS } from '#contracts/storage-keys.ts'
import { type Api, browserApi } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toast.ts'
import { askToSignIn } from './asking.ts'
import { hasUnsavedWork } from './unsaved.ts'

/** Calls of the back office; see `inSession`. */
export const staffApi: Api = (path, init) =>
  inSession(() => browserApi(path, init), (init?.method ?? 'GET') !== 'GET')

/**
 * Makes a call, and makes it again once somebody has signed in anew. When the session is over, the browser forgets it and
 * goes to the site (decision 0003), but where work would be lost, which every write holds: there people are asked first
 * (decision 0110).
 */
export async function inSession(call: () => Promise<Response>, holdsWork = true): Promise<Response> {
  const reply = await call()
  if (reply.status !== 401) return reply
  if ((holdsWork || hasUnsavedWork()) && (await askToSignIn())) return inSession(call, holdsWork)
  leave()
  return reply
}

/** Marks this browser as signed in (row AUTH-5). */
export function rememberSession({ token, user }: Pick<LoginReply, 'token' | 'user'>): void {
  localStorage.setItem(STORAGE_KEYS.token, token)
  rememberUser(user)
}

/** After one's own name or role changed; the frame shows it when it is drawn anew. */
export const rememberUser = (user: User) => localStorage.setItem(STORAGE_KEYS.user, JSON.stringify(user))

/** Ends the session here and on the server (row AUTH-8). */
export async function logout(): Promise<void> {
  const reply = await browserApi('/api/auth/logout', { method: 'POST' }).catch(() => undefined)
  if (reply?.ok || reply?.status === 401) leave()
  else
    showToast({
      variant: 'destructive',
      title: 'Error',
      description: 'Signing out failed. Please try again.',
    })
}

/** Without the token in the browser's storage there is no back office (row AUTH-7); other tabs that sign out count too. */
export function useSignedIn(): User | undefined {
  useEffect(() => {
    const check = async () => {
      if (localStorage.getItem(STORAGE_KEYS.token) && storedUser()) return
      if (!hasUnsavedWork() || !(await askToSignIn())) leave()
    }
    void check()
    addEventListener('storage', check)
    return () => removeEventListener('storage', check)
  }, [])
  return localStorage.getItem(STORAGE_KEYS.token) ? storedUser() : undefined
}

/** Whether the signed-in person's role carries this permission; the server decides in any case. */
export const may = (user: User | undefined, permission: Permission): boolean =>
  user !== undefined && ROLE_PERMISSIONS[user.role].includes(permission)

function storedUser(): User | undefined {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEYS.user) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function leave(): void {
  localStorage.removeItem(STORAGE_KEYS.token)
  localStorage.removeItem(STORAGE_KEYS.user)
  location.replace('/')
}
