import { toBusinessDate } from '#contracts/business-date.ts'
import type { Dashboard, GettingStarted, SetupStep } from '#contracts/dashboard.ts'
import { UNANSWERED_AFTER_DAYS } from '#contracts/enquiry/status.ts'
import type { Db } from '#server/database/db.ts'
import { type Clock, subtractDays, toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { fillServices, fillStatuses, listMonths, listSetupSteps } from './rules.ts'
import {
  countEnquiries,
  countEnquiriesBy,
  countIncomplete,
  countPending,
  countPendingReviews,
  getTotals,
  isAccountNamed,
  isChecklistDismissed,
  listMostRequested,
  listZeroResultSearches,
} from './store.ts'

export interface DashboardDeps {
  db: Db
  clock: Clock
  /** The number of emails that will not be sent again. */
  countFailedEmails(): Promise<number>
  /** The hours since the newest nightly backup if they are too many, otherwise null. */
  getOverdueBackupHours(): number | null
  /** Which steps of setting up the site are done; without those that do not apply to this installation. */
  readSetupState(): Promise<SetupState>
}

export type SetupState = Partial<Record<SetupStep, boolean>>

/**
 * Returns the numbers of this month and the 12 before it, the pending work and the steps of getting started. All numbers
 * are of the same time (decision 0159).
 */
export async function getDashboard(deps: DashboardDeps, actor: Actor): Promise<Dashboard> {
  const { db } = deps
  const now = deps.clock()
  const ranges = listMonths(now)
  const [{ month: firstMonth, span: first }] = ranges
  const since = first.from
  const months: Dashboard['months'] = []
  for (const { month, span, yearBefore } of ranges) {
    const enquiries = await countEnquiries(db, span)
    months.push({ month, enquiries, yearBefore: await countEnquiries(db, yearBefore) })
  }
  return {
    since: `${firstMonth}-01`,
    ...(await getTotals(db, since)),
    months,
    services: fillServices(await countEnquiriesBy(db, 'service', since)),
    statuses: fillStatuses(await countEnquiriesBy(db, 'status', since)),
    mostRequested: await listMostRequested(db, since),
    zeroResultSearches: await listZeroResultSearches(db),
    incomplete: await countIncomplete(db),
    pending: {
      ...(await countPending(db, {
        day: toBusinessDate(now),
        before: toIso(subtractDays(now, UNANSWERED_AFTER_DAYS)),
      })),
      reviews: actor.permissions.includes('reviews.edit') ? await countPendingReviews(db) : null,
      failedEmails: await deps.countFailedEmails(),
      backupHours: actor.permissions.includes('settings.edit') ? deps.getOverdueBackupHours() : null,
    },
    gettingStarted: await getGettingStarted(deps, actor),
  }
}

async function getGettingStarted(
  { db, readSetupState }: DashboardDeps,
  { accountId, permissions }: Actor,
): Promise<GettingStarted | null> {
  if (!accountId) return null
  const state = { name: await isAccountNamed(db, accountId), ...(await readSetupState()) }
  const steps = listSetupSteps(state, permissions)
  return steps.length > 0 ? { steps, dismissed: await isChecklistDismissed(db, accountId) } : null
}
