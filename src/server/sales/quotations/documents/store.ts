import type { QuotationDocumentKind } from '#contracts/quotation/states.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'

/** Identifies a document of an issue. */
export interface DocumentKey {
  quotationId: string
  issueNo: number
  kind: QuotationDocumentKind
}

export interface StoredDocument {
  fileId: string
  sha256: string
  bytes: number
}

/** Returns the stored document, or undefined if it was not created yet. */
export async function findDocument(
  db: Db,
  { quotationId, issueNo, kind }: DocumentKey,
): Promise<StoredDocument | undefined> {
  return db
    .selectFrom('quotation_document')
    .select(['file_id as fileId', 'sha256', 'bytes'])
    .where('quotation_id', '=', quotationId)
    .where('issue_no', '=', issueNo)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/**
 * Stores a document that was made of this revision of its quotation, unless there is one or the quotation has changed, which can
 * be because a person was erased from it. Returns whether it was stored.
 */
export function insertDocument(
  db: Db,
  { quotationId, issueNo, kind }: DocumentKey,
  { fileId, sha256, bytes, createdAt, revision }: StoredDocument & { createdAt: string; revision: number },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const quotation = await tx
      .selectFrom('quotation')
      .select('revision')
      .where('id', '=', quotationId)
      .executeTakeFirst()
    if (quotation?.revision !== revision) return false
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('quotation_document')
      .values({
        quotation_id: quotationId,
        issue_no: issueNo,
        kind,
        file_id: fileId,
        bytes,
        sha256,
        created_at: createdAt,
      })
      .onConflict((conflict) => conflict.columns(['quotation_id', 'issue_no', 'kind']).doNothing())
      .executeTakeFirst()
    return Number(numInsertedOrUpdatedRows ?? 0) > 0
  })
}

/** Removes the documents of an order, which are created again when somebody asks for them. The quotation stays. */
export async function deleteOrderDocuments(tx: Tx, quotationId: string): Promise<void> {
  await tx
    .deleteFrom('quotation_document')
    .where('quotation_id', '=', quotationId)
    .where('kind', '!=', 'quotation')
    .execute()
}
