import type { Selectable } from 'kysely'
import type { DraftBody, QuotationAmounts } from '#contracts/quotation/quotation.ts'
import type { Acceptance } from '#contracts/quotation/record.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { Tables } from '#server/database/tables.ts'
import { fold } from '#server/kernel/text.ts'
import { toHundredths } from './gst/money.ts'

/** `amounts` are those of the order; an acceptance may lack them. */
export type StoredAcceptance = Acceptance & { amounts?: QuotationAmounts }

/** The totals that count: of an accepted quotation those of the order, with the chosen options. Null while they are not known. */
export const getTotals = ({
  acceptance,
  amounts,
}: Pick<StoredQuotation, 'acceptance' | 'amounts'>): Pick<
  QuotationAmounts,
  'totals' | 'totalInCurrency'
> | null => acceptance ?? amounts

type QuotationRow = Selectable<Tables['quotation']>

/** A quotation as it is stored. */
export type StoredQuotation = ReturnType<typeof toStoredQuotation>

/** Converts a row. Discounts are basis points. */
export const toStoredQuotation = (row: QuotationRow) => ({
  id: row.id,
  number: row.number,
  state: row.state,
  revision: row.revision,
  issueCount: row.issue_count,
  enquiryId: row.enquiry_id,
  customerId: row.customer_id,
  ownerId: row.owner_id,
  buyerName: row.buyer_name,
  body: parseBody<DraftBody>(row.body_json),
  /** Null while the draft is not complete. */
  amounts: parseJson<QuotationAmounts>(row.amounts_json),
  approvedDiscount: row.approved_discount_bp,
  stateBeforeRevision: row.state_before_revision,
  validUntil: row.valid_until,
  firstIssuedAt: row.first_issued_at,
  issuedAt: row.issued_at,
  /** When it was accepted, declined or withdrawn. It stays, with the reason, while the quotation is revised. */
  decidedAt: row.decided_at,
  confirmedAt: row.confirmed_at,
  reason: row.reason,
  acceptance: parseJson<StoredAcceptance>(row.acceptance_json),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const parseJson = <Value>(text: string | null | undefined): Value | null =>
  text ? (JSON.parse(text) as Value) : null

/**
 * Returns a stored body. Earlier versions had no choice of a special economic zone; they stored that of reverse charge, and whether
 * the buyer is registered.
 */
export function parseBody<Body extends DraftBody>(json: string): Body {
  const { buyerRegistered: _registered, reverseCharge: _charge, ...body } = JSON.parse(json)
  return { sez: false, ...body }
}

export async function findStoredQuotation(db: Db, id: string): Promise<StoredQuotation | undefined> {
  const row = await db.selectFrom('quotation').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toStoredQuotation(row)
}

/** Returns the quotation that was created by a request with this key. */
export async function findByRequestKey(db: Db, requestKey: string): Promise<StoredQuotation | undefined> {
  const row = await db
    .selectFrom('quotation')
    .selectAll()
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
  return row && toStoredQuotation(row)
}

/** The columns that follow from the content of a draft. */
export function toContentColumns(body: DraftBody, amounts: QuotationAmounts | null) {
  const { buyer, subject, customerReference, lines } = body
  const buyerName = buyer?.company || buyer?.name || ''
  const texts = [
    buyerName,
    buyer?.name ?? '',
    buyer?.email ?? '',
    buyer?.phone ?? '',
    subject,
    customerReference,
    ...lines.flatMap(({ code, description }) => [code, description]),
  ]
  return {
    buyer_name: buyerName,
    body_json: JSON.stringify(body),
    amounts_json: amounts && JSON.stringify(amounts),
    total_paise: amounts && toHundredths(amounts.totals.total),
    search_text: fold(texts.join('\n')),
  }
}

export type Columns = Partial<Omit<QuotationRow, 'id' | 'revision' | 'created_at'>>

/** Stores a new draft. */
export async function insertQuotation(
  tx: Tx,
  draft: ReturnType<typeof toContentColumns> &
    Pick<
      QuotationRow,
      'id' | 'request_key' | 'enquiry_id' | 'customer_id' | 'owner_id' | 'max_discount_bp' | 'created_at'
    >,
): Promise<void> {
  await tx
    .insertInto('quotation')
    .values({
      ...draft,
      number: null,
      state: 'draft',
      revision: 1,
      issue_count: 0,
      approved_discount_bp: null,
      valid_until: null,
      first_issued_at: null,
      issued_at: null,
      decided_at: null,
      confirmed_at: null,
      reason: '',
      acceptance_json: null,
      updated_at: draft.created_at,
    })
    .execute()
}

/** Deletes a quotation with its events. */
export async function deleteQuotation(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('quotation').where('id', '=', id).execute()
}

/** Stores changed columns with the next revision. */
export async function updateQuotation(
  tx: Tx,
  { id, revision }: Pick<StoredQuotation, 'id' | 'revision'>,
  columns: Columns,
  at: string,
): Promise<void> {
  await tx
    .updateTable('quotation')
    .set({ ...columns, revision: revision + 1, updated_at: at })
    .where('id', '=', id)
    .execute()
}

/** Gives the quotations of an enquiry, or those of a customer, another customer. */
export async function moveQuotations(
  tx: Tx,
  from: { enquiryId: string } | { customerId: string },
  customerId: string,
): Promise<void> {
  const rows = await tx
    .selectFrom('quotation')
    .select(['id', 'body_json'])
    .where((eb) =>
      'enquiryId' in from ? eb('enquiry_id', '=', from.enquiryId) : eb('customer_id', '=', from.customerId),
    )
    .execute()
  for (const { id, body_json } of rows) {
    const body: DraftBody = { ...JSON.parse(body_json), customer: customerId }
    await tx
      .updateTable('quotation')
      .set({ customer_id: customerId, body_json: JSON.stringify(body) })
      .where('id', '=', id)
      .execute()
  }
}
