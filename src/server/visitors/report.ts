import { addDays, toBusinessDate } from '#contracts/business-date.ts'
import {
  FIGURE_GROUP_NAMES,
  type FigureGroup,
  VISIT_STEP_NAMES,
  type VisitorQuery,
  type VisitorReport,
  type VisitorRow,
  type VisitStep,
} from '#contracts/visitors/visitor-report.ts'
import type { Db } from '#server/database/db.ts'
import { startOfBusinessDay } from '#server/kernel/business-time.ts'
import { toIso } from '#server/kernel/clock.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { NO_BOUND, OTHER_NAME, type SpeedKind } from './figures.ts'
import { countSales, type Days, findTitles, listSums, listVisits } from './store-report.ts'

const DEFAULT_DAYS = 30
const MAX_DAYS = 366
/** Of one group. */
const MAX_ROWS = 100
/** Their names are addresses or ids. */
const TITLED: FigureGroup[] = ['page', 'document', 'listed']
/** More than there are page types and bounds. */
const MAX_SPEEDS = 1000
/** Of the views of a page, this share is at least as fast as the stated time. */
const PERCENTILE = 0.75

/** The names of pages that are neither items nor written by staff. */
const PAGE_LABELS: Record<string, string> = {
  '/': 'Home',
  '/products': 'Catalogue',
  '/finder': 'Which machine fits my part?',
  '/compare': 'Comparison',
  '/articles': 'Articles',
  '/product/…': 'Details of an item',
  '/articles/…': 'Article',
  '/…': 'Page',
}

/** Returns the days of a report. Throws 400 if they are not in order, or too many. */
export function toDays({ to, from }: VisitorQuery, now: Date): Days {
  const last = to ?? toBusinessDate(now)
  const days = { from: from ?? addDays(last, 1 - DEFAULT_DAYS), to: last }
  const message =
    days.from > days.to
      ? 'The first day must not be after the last one.'
      : countDays(days) > MAX_DAYS
        ? `Choose at most ${MAX_DAYS} days.`
        : undefined
  if (message) throw badRequest(message, [{ field: 'from', message }])
  return days
}

/** Returns every day of a period. */
export const listDays = ({ from, to }: Days): string[] =>
  Array.from({ length: countDays({ from, to }) }, (_, index) => addDays(from, index))

const countDays = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

/** The period of the same length before it. */
const getPeriodBefore = (days: Days): Days => ({
  from: addDays(days.from, -countDays(days)),
  to: addDays(days.from, -1),
})

/** Returns the figures of some days, compared with as many days before them. */
export async function createVisitorReport(db: Db, days: Days): Promise<VisitorReport> {
  const periodBefore = getPeriodBefore(days)
  const [now, before] = [await countSteps(db, days), await countSteps(db, periodBefore)]
  const [visits, visitsBefore] = [await listVisits(db, days), await listVisits(db, periodBefore)]
  const daysBefore = listDays(periodBefore)
  const groups: [FigureGroup, VisitorRow[]][] = []
  for (const group of FIGURE_GROUP_NAMES) groups.push([group, await listRows(db, days, group)])
  return {
    ...days,
    steps: VISIT_STEP_NAMES.map((step) => ({ step, count: now[step], before: before[step] })),
    days: listDays(days).map((day, index) => ({
      day,
      visits: visits.get(day) ?? 0,
      before: visitsBefore.get(daysBefore[index]!) ?? 0,
    })),
    groups: Object.fromEntries(groups) as Record<FigureGroup, VisitorRow[]>,
    speeds: await listSpeeds(db, days),
  }
}

/** Returns how many visits and records took each step. */
export async function countSteps(db: Db, days: Days): Promise<Record<VisitStep, number>> {
  const [visit] = await listSums(db, days, 'visit', 1)
  const steps = await listSums(db, days, 'step', 10)
  const getStep = (step: string) => steps.find(({ name }) => name === step)?.visits ?? 0
  return {
    visit: visit?.visits ?? 0,
    item: getStep('item'),
    list: getStep('list'),
    enquiry: visit?.enquiries ?? 0,
    ...(await countSales(db, {
      since: toIso(startOfBusinessDay(days.from)),
      before: toIso(startOfBusinessDay(days.to, 1)),
    })),
  }
}

async function listRows(db: Db, days: Days, group: FigureGroup): Promise<VisitorRow[]> {
  const sums = await listSums(db, days, group, MAX_ROWS)
  const names = TITLED.includes(group) ? sums.map(({ name }) => name) : []
  const titles = await findTitles(db, names)
  return sums.map((sum) => ({
    ...sum,
    label: titles.get(sum.name) ?? PAGE_LABELS[sum.name] ?? sum.name,
    path: group === 'page' && sum.name !== OTHER_NAME ? sum.name : null,
  }))
}

async function listSpeeds(db: Db, days: Days): Promise<VisitorReport['speeds']> {
  const counts = { lcp: await listBounds(db, days, 'lcp'), inp: await listBounds(db, days, 'inp') }
  return [...counts.lcp]
    .map(([page, bounds]) => ({
      page: PAGE_LABELS[page] ?? page,
      count: sumOf(bounds),
      lcp: getPercentile(bounds),
      inp: getPercentile(counts.inp.get(page) ?? []),
    }))
    .sort((one, other) => other.count - one.count)
}

type Bound = { bound: number; count: number }

/** The numbers of views by page and upper bound, from the fastest. */
async function listBounds(db: Db, days: Days, kind: SpeedKind): Promise<Map<string, Bound[]>> {
  const pages = new Map<string, Bound[]>()
  for (const { name, count } of await listSums(db, days, kind, MAX_SPEEDS)) {
    const [page = '', bound = ''] = name.split(' ')
    pages.set(page, [...(pages.get(page) ?? []), { bound: Number(bound) || Number.POSITIVE_INFINITY, count }])
  }
  for (const bounds of pages.values()) bounds.sort((one, other) => one.bound - other.bound)
  return pages
}

const sumOf = (bounds: Bound[]): number => bounds.reduce((sum, { count }) => sum + count, 0)

function getPercentile(bounds: Bound[]): number | null {
  const wanted = sumOf(bounds) * PERCENTILE
  let sum = 0
  for (const { bound, count } of bounds) {
    sum += count
    if (sum >= wanted) return Number.isFinite(bound) ? bound : NO_BOUND
  }
  return null
}
