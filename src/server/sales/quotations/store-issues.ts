import type { QuotationAmounts, QuotationBody } from '#contracts/quotation/quotation.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import type { Seller } from './content/seller.ts'
import type { Appendix } from './documents/appendix.ts'
import { parseBody, parseJson } from './store.ts'

/** One issue of a quotation, which never changes. */
export type StoredIssue = Awaited<ReturnType<typeof listIssues>>[number]

/** Returns the issues of a quotation, the newest first. */
export async function listIssues(db: Db, quotationId: string) {
  const rows = await db
    .selectFrom('quotation_issue')
    .selectAll()
    .where('quotation_id', '=', quotationId)
    .orderBy('issue_no', 'desc')
    .execute()
  return rows.map((row) => ({
    issueNo: row.issue_no,
    fromRevision: row.from_revision,
    body: parseBody<QuotationBody>(row.body_json),
    amounts: JSON.parse(row.amounts_json) as QuotationAmounts,
    seller: JSON.parse(row.seller_json) as Seller,
    validUntil: row.valid_until,
    issuedAt: row.issued_at,
    by: row.by_name,
  }))
}

export async function insertIssue(
  tx: Tx,
  quotationId: string,
  { by, appendix, ...issue }: Omit<StoredIssue, 'by'> & { by: Actor; appendix: Appendix },
): Promise<void> {
  await tx
    .insertInto('quotation_issue')
    .values({
      quotation_id: quotationId,
      issue_no: issue.issueNo,
      from_revision: issue.fromRevision,
      body_json: JSON.stringify(issue.body),
      amounts_json: JSON.stringify(issue.amounts),
      seller_json: JSON.stringify(issue.seller),
      appendix_json: JSON.stringify(appendix),
      valid_until: issue.validUntil,
      issued_at: issue.issuedAt,
      account_id: by.accountId ?? null,
      by_name: by.name,
    })
    .execute()
}

/** Returns the appendix of an issue; undefined for one that has none. */
export async function findAppendix(
  db: Db,
  { quotationId, issueNo }: { quotationId: string; issueNo: number },
): Promise<Appendix | undefined> {
  const row = await db
    .selectFrom('quotation_issue')
    .select('appendix_json')
    .where('quotation_id', '=', quotationId)
    .where('issue_no', '=', issueNo)
    .executeTakeFirst()
  return parseJson<Appendix>(row?.appendix_json) ?? undefined
}

/** Returns the last number of a financial year; 0 if there is none. */
export async function readLastNumber(db: Db, financialYear: string): Promise<number> {
  const row = await db
    .selectFrom('quotation_series')
    .select('last_number')
    .where('financial_year', '=', financialYear)
    .executeTakeFirst()
  return row?.last_number ?? 0
}

/** Sets the last number of a financial year. */
export async function writeLastNumber(tx: Tx, financialYear: string, lastNumber: number): Promise<void> {
  await tx
    .insertInto('quotation_series')
    .values({ financial_year: financialYear, last_number: lastNumber })
    .onConflict((conflict) => conflict.column('financial_year').doUpdateSet({ last_number: lastNumber }))
    .execute()
}

/** Counts up the numbers of a financial year and returns the next one, from 1. */
export async function takeNumber(tx: Tx, financialYear: string): Promise<number> {
  const { last_number } = await tx
    .insertInto('quotation_series')
    .values({ financial_year: financialYear, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .column('financial_year')
        .doUpdateSet((eb) => ({ last_number: eb('quotation_series.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}
