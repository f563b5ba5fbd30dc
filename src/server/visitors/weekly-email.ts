import { addDays, toBusinessDate } from '#contracts/business-date.ts'
import { countOf, formatCount, formatDay } from '#contracts/format.ts'
import { VISIT_STEPS, type VisitStep } from '#contracts/visitors/visitor-report.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { startOfBusinessDay } from '#server/kernel/business-time.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import { countSteps } from './report.ts'
import { type Days, listMissedSearches } from './store-report.ts'

const SENT_FROM_HOUR = 7
const HOUR_MS = 3_600_000
const MAX_MISSED_SEARCHES = 3
const STEPS = ['visit', 'item', 'enquiry', 'quotation', 'order'] as const satisfies VisitStep[]

export interface WeeklyEmailDeps {
  db: Db
  reader: Db
  clock: Clock
  publicUrl: string | undefined
  isWanted: () => Promise<boolean>
  listOwners: () => Promise<{ id: string; email: string }[]>
  sendMail: (
    tx: Tx,
    mail: { to: string; subject: string; text: string; requestKey: string },
    at: string,
  ) => Promise<unknown>
}

interface Week {
  days: Days
  now: Record<VisitStep, number>
  before: Record<VisitStep, number>
  missed: { term: string; count: number }[]
}

/**
 * Sends the figures of the last week to every owner, once a week, from Monday 07:00 (IST) on; also later in the week if the site
 * did not run. Without a visit in that week it sends none.
 */
export async function sendWeeklyFigures(deps: WeeklyEmailDeps): Promise<void> {
  const now = deps.clock()
  const days = getLastWeek(new Date(now.getTime() - SENT_FROM_HOUR * HOUR_MS))
  if (!(await deps.isWanted())) return
  const week = await readWeek(deps.reader, days)
  if (week.now.visit === 0) return
  const mail = createWeeklyEmail(week, deps.publicUrl)
  for (const { id, email } of await deps.listOwners())
    await inTransaction(deps.db, (tx) =>
      deps.sendMail(
        tx,
        { ...mail, to: email, requestKey: `visitor figures ${days.from} ${id}` },
        toIso(deps.clock()),
      ),
    )
}

/** The last complete week, Monday to Sunday in India. */
function getLastWeek(now: Date): Days {
  const today = toBusinessDate(now)
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7
  return { from: addDays(today, -sinceMonday - 7), to: addDays(today, -sinceMonday - 1) }
}

async function readWeek(db: Db, days: Days): Promise<Week> {
  const weekBefore = { from: addDays(days.from, -7), to: addDays(days.from, -1) }
  return {
    days,
    now: await countSteps(db, days),
    before: await countSteps(db, weekBefore),
    missed: await listMissedSearches(db, toIso(startOfBusinessDay(days.from)), MAX_MISSED_SEARCHES),
  }
}

function createWeeklyEmail(
  { days, now, before, missed }: Week,
  publicUrl: string | undefined,
): { subject: string; text: string } {
  const advice = missed.map(
    ({ term, count }) =>
      `- ‘${term}’ was searched without a result, ${countOf(count, 'time')} so far. Add the item, or tell the search what the word means.`,
  )
  const link = (path: string) => (publicUrl ? ` ${publicUrl}${path}` : '')
  return {
    subject: `Your website last week: ${countOf(now.visit, 'visit')}, ${formatCount(now.enquiry)} with an enquiry`,
    text: [
      `${formatDay(days.from)} to ${formatDay(days.to)}, with the week before in brackets:`,
      '',
      ...STEPS.map(
        (step) => `${VISIT_STEPS[step]}: ${formatCount(now[step])} (${formatCount(before[step])})`,
      ),
      ...(advice.length > 0 ? ['', `What you could do:${link('/admin/dashboard')}`, ...advice] : []),
      '',
      `All figures are on the screen Visitors.${link('/admin/visitors')}`,
      'You receive this email as an owner. It can be switched off under Settings, Visitor figures.',
    ].join('\n'),
  }
}
