import { afterAll, beforeAll } from 'vitest'
import type { Role } from '#contracts/account/role.ts'
import type { SiteFetch } from './http-client.ts'
import { startSite, type TestSite } from './site.ts'

/** Starts a site before the first test of a file, with a session of this role, and closes it after the last one. */
export function startSiteOnce(role: Role, onStart: (site: TestSite, staff: SiteFetch) => void): void {
  let site: TestSite
  beforeAll(async () => {
    site = await startSite()
    onStart(site, await site.signIn(role))
  })
  afterAll(() => site.close())
}
