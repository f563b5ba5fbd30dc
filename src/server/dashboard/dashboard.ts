import { toBusinessDate } from '#contracts/business-date.ts'
import type { Dashboard } from '#contracts/dashboard.ts'
import { UNANSWERED_AFTER_DAYS } from '#contracts/enquiry-status.ts'
import type { Db } from '#server/database/db.ts'
import { subtractDays, toIso } from '#server/kernel/clock.ts'
import { fillServices, fillStatuses, listMonths } from './rules.ts'
import {
  countEnquiries,
  countEnquiriesBy,
  countIncomplete,
  countPending,
  getTotals,
  listMostRequested,
  listZeroResultSearches,
} from './store.ts'

const YEAR_DAYS = 365

/** Returns the numbers of the 12 months before `now` and the pending work. */
export async function getDashboard(db: Db, now: Date): Promise<Dashboard> {
  const since = toIso(subtractDays(now, YEAR_DAYS))
  const months: Dashboard['months'] = []
  for (const { month, span, yearBefore } of listMonths(now)) {
    const enquiries = await countEnquiries(db, span)
    months.push({ month, enquiries, yearBefore: await countEnquiries(db, yearBefore) })
  }
  return {
    ...(await getTotals(db, since)),
    months,
    services: fillServices(await countEnquiriesBy(db, 'service', since)),
    statuses: fillStatuses(await countEnquiriesBy(db, 'status', since)),
    mostRequested: await listMostRequested(db, since),
    zeroResultSearches: await listZeroResultSearches(db),
    incomplete: await countIncomplete(db),
    pending: await countPending(db, {
      day: toBusinessDate(now),
      before: toIso(subtractDays(now, UNANSWERED_AFTER_DAYS)),
    }),
  }
}
