import { sql } from 'kysely'
import type { QuotationAmounts, QuotationBody } from '#contracts/quotation.ts'
import type { Db } from '#server/database/db.ts'
import { type ReportedQuotation, toReportedLines } from './report.ts'

/** A range of times, UTC; `before` is exclusive. */
export interface Period {
  since: string
  before: string
}

/** Returns the issued quotations whose first issue was in a period, with their lines if `withLines`. */
export async function listReportedQuotations(
  db: Db,
  { since, before }: Period,
  { withLines = false } = {},
): Promise<ReportedQuotation[]> {
  const rows = await db
    .selectFrom('quotation')
    .select(['state', 'owner_id', 'reason', 'total_paise', 'valid_until', 'first_issued_at'])
    .$if(withLines, (query) => query.select(['body_json', 'amounts_json']))
    .where('issue_count', '>', 0)
    .where('first_issued_at', '>=', since)
    .where('first_issued_at', '<', before)
    .execute()
  return rows.map((row) => ({
    state: row.state,
    ownerId: row.owner_id,
    reason: row.reason,
    totalPaise: row.total_paise,
    validUntil: row.valid_until,
    firstIssuedAt: row.first_issued_at ?? '',
    lines:
      row.body_json === undefined || row.amounts_json === undefined
        ? []
        : toReportedLines(
            JSON.parse(row.body_json) as QuotationBody,
            JSON.parse(row.amounts_json) as QuotationAmounts,
          ),
  }))
}

/**
 * Returns how long the enquiries of a period waited for the first note, change, email or quotation, and for the first
 * quotation, in milliseconds. Enquiries that still wait are not included.
 */
export async function listWaitingTimes(
  db: Db,
  { since, before }: Period,
): Promise<{ firstReply: number[]; firstQuotation: number[] }> {
  const rows = await db
    .selectFrom('enquiry')
    .select('created_at')
    .select((eb) => [
      eb
        .selectFrom('audit_log')
        .select((inner) => inner.fn.min('at').as('at'))
        .where('subject', '=', 'enquiry')
        .whereRef('subject_id', '=', 'enquiry.id')
        .as('answered_at'),
      eb
        .selectFrom('quotation')
        .select((inner) => inner.fn.min('first_issued_at').as('at'))
        .whereRef('enquiry_id', '=', 'enquiry.id')
        .as('quoted_at'),
    ])
    .where('created_at', '>=', since)
    .where('created_at', '<', before)
    .where(sql<boolean>`status != 'new'`)
    .execute()
  const wait = (from: string, to: string | null) => (to === null ? [] : [Date.parse(to) - Date.parse(from)])
  return {
    firstReply: rows.flatMap(({ created_at, answered_at, quoted_at }) =>
      wait(created_at, [answered_at, quoted_at].filter((at) => at !== null).toSorted()[0] ?? null),
    ),
    firstQuotation: rows.flatMap(({ created_at, quoted_at }) => wait(created_at, quoted_at)),
  }
}
