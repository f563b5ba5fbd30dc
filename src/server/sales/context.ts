import type { Permission } from '#contracts/account/permission.ts'
import { ROLES } from '#contracts/account/role.ts'
import { toBusinessDate } from '#contracts/business-date.ts'
import type { StaffMember } from '#contracts/enquiry/enquiry.ts'
import type { QuotationSettings } from '#contracts/quotation/settings.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import type { SalesDeps } from './deps.ts'
import { readQuotationSettings } from './quotations/settings/store-settings.ts'

export interface Staff extends StaffMember {
  email: string
  permissions: readonly Permission[]
}

/** Who makes a change. A customer has no account. */
export type Author = Pick<Actor, 'accountId' | 'name'>

/** What a request works with: its time, and the facts that are read once for it. */
export interface SalesContext extends SalesDeps {
  now: Date
  /** `now`, UTC. */
  at: string
  /** The day of `now` in India. */
  today: string
  site: SiteContent
  settings: QuotationSettings
  /** Everyone who can be responsible for quotations. */
  owners: Staff[]
}

export async function readContext(deps: SalesDeps): Promise<SalesContext> {
  const now = deps.clock()
  return {
    ...deps,
    now,
    at: toIso(now),
    today: toBusinessDate(now),
    site: await deps.readSite(),
    settings: (await readQuotationSettings(deps.db)).settings,
    owners: (await listStaff(deps)).filter(({ permissions }) => permissions.includes('quotations.edit')),
  }
}

/** Returns everyone with an account. */
export const listStaff = async ({ listAccounts }: Pick<SalesDeps, 'listAccounts'>): Promise<Staff[]> =>
  (await listAccounts()).map(({ id, username, email, role }) => ({
    id,
    name: username,
    email,
    permissions: ROLES[role].permissions,
  }))

/** Returns what lists show of a member of staff; null for nobody and for a deleted account. */
export function findMember(staff: readonly StaffMember[], id: string | null): StaffMember | null {
  const member = staff.find((candidate) => candidate.id === id)
  return member ? { id: member.id, name: member.name } : null
}
