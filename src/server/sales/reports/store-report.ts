import { sql } from 'kysely'
import type { QuotationAmounts, QuotationBody } from '#contracts/quotation/quotation.ts'
import type { Db } from '#server/database/db.ts'
import { getOrder } from '../quotations/content/choice.ts'
import { toHundredths } from '../quotations/gst/money.ts'
import { parseJson, type StoredAcceptance } from '../quotations/store.ts'
import { isPending } from '../quotations/store-lists.ts'
import { type ReportedQuotation, toReportedLines } from './report.ts'

/** A range of times, UTC; `before` is exclusive. */
export interface Period {
  since: string
  before: string
}

/**
 * Returns issued quotations: those whose first issue was in a period, or those that are neither decided nor expired on a day in
 * India; with their lines if `withLines`. A revision that is not complete counts with the amounts of the last issue, an
 * accepted quotation with those of the order.
 */
export async function listReportedQuotations(
  db: Db,
  which: Period | { pendingOn: string },
  { withLines = false } = {},
): Promise<ReportedQuotation[]> {
  const rows = await db
    .selectFrom('quotation')
    .leftJoin('quotation_issue as last_issue', (join) =>
      join
        .onRef('last_issue.quotation_id', '=', 'quotation.id')
        .onRef('last_issue.issue_no', '=', 'quotation.issue_count')
        .on('quotation.total_paise', 'is', null),
    )
    .select([
      'state',
      'owner_id',
      'reason',
      'total_paise',
      'quotation.valid_until',
      'first_issued_at',
      'last_issue.amounts_json as issued_amounts_json',
    ])
    .$if(withLines, (query) =>
      query.select([
        'last_issue.body_json as issued_body_json',
        'quotation.body_json',
        'quotation.amounts_json',
        'quotation.acceptance_json',
        'quotation.issued_at',
      ]),
    )
    .where('issue_count', '>', 0)
    .where((eb) =>
      'since' in which
        ? eb.and([eb('first_issued_at', '>=', which.since), eb('first_issued_at', '<', which.before)])
        : isPending(eb, which.pendingOn),
    )
    .execute()
  return rows.map((row) => {
    const amounts = parseJson<QuotationAmounts>(row.issued_amounts_json ?? row.amounts_json)
    const body = parseJson<QuotationBody>(row.issued_body_json ?? row.body_json)
    const acceptance = parseJson<StoredAcceptance>(row.acceptance_json)
    return {
      state: row.state,
      ownerId: row.owner_id,
      reason: row.reason,
      totalPaise: row.total_paise ?? toHundredths(amounts?.totals.total ?? 0),
      validUntil: row.valid_until,
      firstIssuedAt: row.first_issued_at ?? '',
      lines:
        body && amounts
          ? toReportedLines(
              body,
              amounts,
              getOrder({ body, amounts, acceptance, issuedAt: row.issued_at ?? null }),
            )
          : [],
    }
  })
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
