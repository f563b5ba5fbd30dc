import { expect } from 'vitest'
import { getSessionCookie } from './fixtures/accounts.ts'
import { jsonBody } from './http-client.ts'

/** The administrator that a process creates with OWNER_SETTINGS. */
const OWNER = { email: 'owner@works.example', password: 'a password for tests' }
export const OWNER_SETTINGS = { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password }

/** Signs the administrator in. Returns the cookie of the session, which survives every restart. */
export async function signInOwner(url: string): Promise<string> {
  const reply = await fetch(new URL('/api/auth/login', url), jsonBody('POST', OWNER))
  expect(reply.status).toBe(200)
  return getSessionCookie(reply)
}
