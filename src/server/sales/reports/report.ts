import { toBusinessDate } from '#contracts/business-date.ts'
import { formatMonth } from '#contracts/format.ts'
import type { QuotationAmounts, QuotationBody } from '#contracts/quotation/quotation.ts'
import type { QuotationReport, QuotationReportQuery, ReportRow } from '#contracts/quotation/report.ts'
import { REPORT_OUTCOMES, type ReportOutcome } from '#contracts/quotation/report-outcomes.ts'
import type { QuotationState } from '#contracts/quotation/states.ts'
import type { Choice } from '../quotations/content/choice.ts'

/** A quotation that was issued at least once. Times are UTC, days are those in India. */
export interface ReportedQuotation {
  state: QuotationState
  ownerId: string | null
  reason: string
  totalPaise: number
  validUntil: string | null
  firstIssuedAt: string
  /** Empty unless the report is by product. */
  lines: { item: string; label: string; taxablePaise: number }[]
}

/** One part of a quotation that counts for one row. */
interface Part {
  key: string
  label: string
  filter: Record<string, string> | null
  paise: number
}

const NO_VALUE = 'Not stated'

/** The outcome of a quotation on the day `today`. One that is being revised is pending. */
function getOutcome(
  { state, validUntil }: Pick<ReportedQuotation, 'state' | 'validUntil'>,
  today: string,
): Exclude<ReportOutcome, 'quoted'> {
  if (state === 'accepted') return 'accepted'
  if (state === 'declined' || state === 'withdrawn') return 'lost'
  return state === 'sent' && validUntil !== null && validUntil < today ? 'expired' : 'pending'
}

/** Returns the rows of a report in the order of months, else by their quoted value, with their sum. */
export function createRows(
  quotations: readonly ReportedQuotation[],
  {
    by,
    today,
    owners,
  }: { by: QuotationReportQuery['by']; today: string; owners: { id: string; name: string }[] },
): Pick<QuotationReport, 'rows' | 'total'> {
  const rows = new Map<string, ReportRow>()
  const total = createRow({ key: '', label: 'Total', filter: {}, paise: 0 })
  for (const quotation of quotations) {
    const outcome = getOutcome(quotation, today)
    if (by === 'reason' && outcome !== 'lost') continue
    for (const part of listParts(quotation, by, owners)) {
      const row = rows.get(part.key) ?? createRow(part)
      rows.set(part.key, row)
      add(row, outcome, part.paise)
    }
    add(total, outcome, quotation.totalPaise)
  }
  const sorted = [...rows.values()].sort((one, other) =>
    by === 'month' ? one.key.localeCompare(other.key) : other.quoted.total - one.quoted.total,
  )
  return { rows: sorted.map(toRupees), total: toRupees(total) }
}

function listParts(
  quotation: ReportedQuotation,
  by: QuotationReportQuery['by'],
  owners: { id: string; name: string }[],
): Part[] {
  const { firstIssuedAt, ownerId, reason, totalPaise: paise, lines } = quotation
  switch (by) {
    case 'month': {
      const key = toBusinessDate(new Date(firstIssuedAt)).slice(0, 7)
      return [{ key, label: formatMonth(key), filter: toMonthFilter(key), paise }]
    }
    case 'owner': {
      const name =
        owners.find(({ id }) => id === ownerId)?.name ?? (ownerId ? 'Former member of staff' : 'Nobody')
      return [{ key: ownerId ?? 'none', label: name, filter: { owner: ownerId ?? 'none' }, paise }]
    }
    case 'reason':
      return [{ key: reason, label: reason || NO_VALUE, filter: { reason }, paise }]
    case 'product': {
      // A quotation with two lines of one product counts once.
      const parts = new Map<string, Part>()
      for (const { item, label, taxablePaise } of lines) {
        const key = item || label
        const part = parts.get(key) ?? { key, label, filter: item ? { item } : null, paise: 0 }
        parts.set(key, { ...part, paise: part.paise + taxablePaise })
      }
      return [...parts.values()]
    }
  }
}

function toMonthFilter(month: string): Record<string, string> {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { from: `${month}-01`, to: `${month}-${String(last).padStart(2, '0')}` }
}

function createRow({ key, label, filter }: Part): ReportRow {
  const figures = REPORT_OUTCOMES.map((outcome) => [outcome, { count: 0, total: 0 }])
  return { key, label, filter, ...(Object.fromEntries(figures) as Pick<ReportRow, ReportOutcome>) }
}

/** Sums are paise until the row is complete. */
function add(row: ReportRow, outcome: ReportOutcome, paise: number): void {
  for (const figure of [row.quoted, row[outcome]]) {
    figure.count++
    figure.total += paise
  }
}

function toRupees(row: ReportRow): ReportRow {
  for (const outcome of REPORT_OUTCOMES) row[outcome].total /= 100
  return row
}

/** Returns the open quotations by the month of their last day of validity. `winRate` is a share of 1. */
export function createForecast(
  quotations: readonly ReportedQuotation[],
  { today, winRate }: { today: string; winRate: number | null },
): QuotationReport['forecast'] {
  const months = new Map<string, { count: number; paise: number }>()
  for (const quotation of quotations) {
    if (getOutcome(quotation, today) !== 'pending' || quotation.validUntil === null) continue
    // The validity of a quotation that is being revised may have passed: it is decided this month at the earliest.
    const month = (quotation.validUntil < today ? today : quotation.validUntil).slice(0, 7)
    const sum = months.get(month) ?? { count: 0, paise: 0 }
    months.set(month, { count: sum.count + 1, paise: sum.paise + quotation.totalPaise })
  }
  return [...months]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([month, { count, paise }]) => ({
      month,
      count,
      total: paise / 100,
      expected: Math.round(paise * (winRate ?? 0)) / 100,
    }))
}

/** The share of accepted quotations among the decided and expired ones, by value; null if there are none. */
export function getWinRate(quotations: readonly ReportedQuotation[], today: string): number | null {
  let won = 0
  let decided = 0
  for (const quotation of quotations) {
    const outcome = getOutcome(quotation, today)
    if (outcome === 'pending') continue
    decided += quotation.totalPaise
    if (outcome === 'accepted') won += quotation.totalPaise
  }
  return decided === 0 ? null : won / decided
}

/** The median of durations in hours, with one decimal. */
export function getMedianHours(durationsMs: readonly number[]): number | null {
  if (durationsMs.length === 0) return null
  const sorted = durationsMs.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
  return Math.round(median / 360_000) / 10
}

/** The lines of a quotation. Those that its total does not contain have no value: optional ones, and what was not ordered. */
export const toReportedLines = (
  { lines }: Pick<QuotationBody, 'lines'>,
  amounts: Pick<QuotationAmounts, 'lines'>,
  order: Choice | null = null,
): ReportedQuotation['lines'] =>
  lines.map(({ key, item, description, optional }, index) => {
    const ordered = order?.amounts.lines[order.body.lines.findIndex((line) => line.key === key)]
    const counted = order ? ordered : optional ? undefined : amounts.lines[index]
    return {
      item: item ?? '',
      label: description.split('\n')[0]!.slice(0, 100),
      taxablePaise: Math.round((counted?.taxable ?? 0) * 100),
    }
  })
