import { useEffect } from 'react'
import type { LoginReply, User } from '#contracts/account/account.ts'
import type { Permission } from '#contracts/account/permission.ts'
import { ROLES } from '#contracts/account/role.ts'
import { STORAGE_KEYS } from '#contracts/storage-keys.ts'
import { type Api, browserApi } from '#web/lib/api/api.ts'
import { createUploadApi } from '#web/lib/api/upload.ts'
import { showToast } from '#web/lib/toast.ts'
import { deleteAllWork, deleteWorkOfOthers } from './local-work.ts'
import { requestReauth } from './reauth-request.ts'
import { getStoredUser } from './stored-user.ts'
import { allowUnload, hasUnsavedChanges } from './unsaved-changes.ts'

/** Signing out waits for this time at most for requests under way, which would fail without the session. */
const MAX_WAIT_MS = 2000
const pendingRequests = new Set<Promise<unknown>>()
/** Settles when signing out has failed: until then, no request begins. */
let signingOut: Promise<void> | undefined

/** Requests of the admin; see `withReauth`. */
export const adminApi: Api = async (path, init) => {
  await signingOut
  const request = withReauth(() => browserApi(path, init), (init?.method ?? 'GET') !== 'GET')
  pendingRequests.add(request)
  return request.finally(() => pendingRequests.delete(request))
}

/** Like `adminApi`, and reports how many bytes of the body were sent. */
export const createAdminUploadApi = (onProgress: (bytes: number) => void): Api => {
  const api = createUploadApi(onProgress)
  return (path, init) => withReauth(() => api(path, init))
}

/**
 * Sends a request. When the session has expired (401), the local session is cleared and the browser goes to `/`
 * (record 0003). If input would be lost, which applies to every write, the re-authentication dialog opens first, and the
 * request is repeated after signing in (records 0110 and 0144). A sign-in in another tab ends the session of requests
 * that are under way: such a request is repeated with the cookie of the new session.
 */
async function withReauth(sendRequest: () => Promise<Response>, promptOnExpiry = true): Promise<Response> {
  const first = await sendRequest()
  const response = first.status === 401 && (await hasSession()) ? await sendRequest() : first
  if (response.status !== 401) return response
  if ((promptOnExpiry || hasUnsavedChanges()) && (await requestReauth()))
    return withReauth(sendRequest, promptOnExpiry)
  leaveAdmin()
  return response
}

/** Whether this browser has a session now. */
const hasSession = async (): Promise<boolean> =>
  (await browserApi('/api/auth/me').catch(() => undefined))?.ok === true

/** Stores token and user in local storage, which marks this browser as signed in ([AUTH-5]). */
export function saveSession({ token, user }: Pick<LoginReply, 'token' | 'user'>): void {
  localStorage.setItem(STORAGE_KEYS.token, token)
  saveUser(user)
  deleteWorkOfOthers()
}

/** Stores the user after a change of their own name or role; the layout shows it on its next render. */
export const saveUser = (user: User) => localStorage.setItem(STORAGE_KEYS.user, JSON.stringify(user))

/** Ends the session on the server and in this browser, with all work that is not saved ([AUTH-8]). */
export async function logout(): Promise<void> {
  let resume = () => {}
  signingOut = new Promise((resolve) => {
    resume = resolve
  })
  const timeout = new Promise((done) => setTimeout(done, MAX_WAIT_MS))
  await Promise.race([Promise.allSettled(pendingRequests), timeout])
  const response = await browserApi('/api/auth/logout', { method: 'POST' }).catch(() => undefined)
  if (response?.ok || response?.status === 401) {
    deleteAllWork()
    leaveAdmin()
    return
  }
  signingOut = undefined
  resume()
  showToast({
    variant: 'destructive',
    title: 'Error',
    description: 'Signing out failed. Try again.',
  })
}

/**
 * The signed-in user. Without a token and a readable user in local storage the browser leaves the admin for `/`, also when
 * another tab signs out ([AUTH-7]); the re-authentication dialog opens first if there are unsaved changes.
 */
export function useCurrentUser(): User | undefined {
  useEffect(() => {
    const check = async (isSignedOutElsewhere: boolean) => {
      if (localStorage.getItem(STORAGE_KEYS.token) && getStoredUser()) return
      if (hasUnsavedChanges() && (await requestReauth())) return
      if (isSignedOutElsewhere) deleteAllWork()
      leaveAdmin()
    }
    const onStorage = () => void check(true)
    void check(false)
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])
  return localStorage.getItem(STORAGE_KEYS.token) ? getStoredUser() : undefined
}

/** Whether the role of the user has the permission. The server checks it again. */
export const can = (user: User | undefined, permission: Permission): boolean =>
  user !== undefined && ROLES[user.role].permissions.includes(permission)

/** Leaves without the browser's question about unsaved changes: without a session they cannot be saved. */
function leaveAdmin(): void {
  allowUnload()
  localStorage.removeItem(STORAGE_KEYS.token)
  localStorage.removeItem(STORAGE_KEYS.user)
  location.replace('/')
}
