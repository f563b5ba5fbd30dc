import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#server/database/db.ts'
import type { Tables } from '#server/database/tables.ts'
import { missingAttachment } from '../enquiries/rules.ts'

/** The size of files that visitors have uploaded. */
export interface VisitorBytes {
  /** Of those that are part of neither an enquiry nor a quotation. */
  unsent: number
  /** Of those, and of the ones of new enquiries. */
  unhandled: number
}

/** Returns the size of all files of visitors, or of those among `ids`. */
export async function sumVisitorBytes(db: Db, ids?: string[]): Promise<VisitorBytes> {
  if (ids?.length === 0) return { unsent: 0, unhandled: 0 }
  const { unsent, unhandled } = await db
    .selectFrom('attachment')
    .leftJoin('enquiry', 'enquiry.id', 'attachment.enquiry_id')
    .where('attachment.quotation_id', 'is', null)
    .where((eb) => eb.or([eb('attachment.enquiry_id', 'is', null), eb('enquiry.status', '=', 'new')]))
    .$if(ids !== undefined, (query) => query.where('attachment.id', 'in', ids!))
    .select(({ fn }) => {
      const bytes = fn.sum<number | string | null>('attachment.bytes')
      return [bytes.filterWhere('attachment.enquiry_id', 'is', null).as('unsent'), bytes.as('unhandled')]
    })
    .executeTakeFirstOrThrow()
  return { unsent: Number(unsent ?? 0), unhandled: Number(unhandled ?? 0) }
}

export async function insertAttachment(tx: Tx, row: Insertable<Tables['attachment']>): Promise<void> {
  await tx.insertInto('attachment').values(row).execute()
}

/** What an attachment belongs to. */
export type AttachmentOwner = { enquiryId: string } | { quotationId: string }

/** Returns an attachment of this enquiry or quotation. */
export function findAttachment(
  db: Db,
  { id, ...owner }: AttachmentOwner & { id: string },
): Promise<
  Pick<Selectable<Tables['attachment']>, 'id' | 'name' | 'type' | 'bytes' | 'encryption_key'> | undefined
> {
  return db
    .selectFrom('attachment')
    .select(['id', 'name', 'type', 'bytes', 'encryption_key'])
    .where('id', '=', id)
    .$call((query) =>
      'enquiryId' in owner
        ? query.where('enquiry_id', '=', owner.enquiryId)
        : query.where('quotation_id', '=', owner.quotationId),
    )
    .executeTakeFirst()
}

/** Gives an uploaded file to a quotation. Throws 400 for a file that is unknown or used. */
export async function assignToQuotation(
  tx: Tx,
  { fileId, quotationId }: { fileId: string; quotationId: string },
): Promise<{ id: string; name: string }> {
  const row = await tx
    .updateTable('attachment')
    .set({ quotation_id: quotationId })
    .where('id', '=', fileId)
    .where('enquiry_id', 'is', null)
    .where('quotation_id', 'is', null)
    .returning(['id', 'name'])
    .executeTakeFirst()
  if (!row) throw missingAttachment(0)
  return row
}

/**
 * Gives uploaded files to an enquiry, behind those that it has, and returns their names. Throws 400 for a file that is unknown or
 * belongs to an enquiry.
 */
export async function assignAttachments(tx: Tx, enquiryId: string, ids: string[]): Promise<string[]> {
  const first = (await listAttachmentIds(tx, enquiryId)).length
  const names: string[] = []
  for (const [position, id] of [...new Set(ids)].entries()) {
    const row = await tx
      .updateTable('attachment')
      .set({ enquiry_id: enquiryId, position: first + position })
      .where('id', '=', id)
      .where('enquiry_id', 'is', null)
      .where('quotation_id', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!row) throw missingAttachment(ids.indexOf(id))
    names.push(row.name)
  }
  return names
}

export async function listAttachmentIds(db: Db, enquiryId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('attachment')
    .select('id')
    .where('enquiry_id', '=', enquiryId)
    .orderBy('position')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns those of the ids that are attachments, sent or not. */
export async function listKnownIds(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db.selectFrom('attachment').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

/** Returns the ids of all attachments. */
export async function listIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('attachment').select('id').execute()
  return rows.map(({ id }) => id)
}

/** Deletes the attachments that were uploaded before this time and never sent. */
export async function deleteUnsentBefore(tx: Tx, before: string): Promise<void> {
  await tx
    .deleteFrom('attachment')
    .where('enquiry_id', 'is', null)
    .where('quotation_id', 'is', null)
    .where('created_at', '<', before)
    .execute()
}
