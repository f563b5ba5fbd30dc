import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toBusinessDate } from '#contracts/business-date.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { subtractMonths, toIso } from '#server/kernel/clock.ts'
import { hashSecret, newSecret } from '#server/kernel/ids.ts'
import { readQuotationSettings } from './settings/store-settings.ts'

/**
 * What a link leads to. One to an enquiry that was sent to the email address in it shows also the quotations that were sent
 * there; the one that its unverified sender gets does not.
 */
export type LinkTarget = { quotationId: string } | { enquiryId: string; isEmailed: boolean }

/** Creates a link to the customer's page and returns its secret (256 random bits), of which only the hash is stored. */
export async function createLink(tx: Tx, target: LinkTarget, at: string): Promise<string> {
  const secret = newSecret()
  await tx
    .insertInto('private_link')
    .values({
      secret_hash: hashSecret(secret),
      quotation_id: 'quotationId' in target ? target.quotationId : null,
      enquiry_id: 'enquiryId' in target ? target.enquiryId : null,
      is_emailed: Number('enquiryId' in target && target.isEmailed),
      created_at: at,
      revoked_at: null,
    })
    .execute()
  return secret
}

/** Returns what the link with this secret leads to; undefined if it is unknown or revoked, or has ended. */
export async function findLinkTarget(
  db: Db,
  { secret, now }: { secret: string; now: Date },
): Promise<LinkTarget | undefined> {
  const ended = await findEnded(db, now)
  const row = await db
    .selectFrom('private_link')
    .select(['quotation_id', 'enquiry_id', 'is_emailed'])
    .where('secret_hash', '=', hashSecret(secret))
    .where('revoked_at', 'is', null)
    .where(sql<SqlBool>`not (${ended})`)
    .executeTakeFirst()
  if (row?.quotation_id) return { quotationId: row.quotation_id }
  if (row?.enquiry_id) return { enquiryId: row.enquiry_id, isEmailed: row.is_emailed === 1 }
  return undefined
}

/** Revokes all links that lead to a quotation, directly or through its enquiry, and returns their number. */
export async function revokeLinks(
  tx: Tx,
  { id, enquiryId }: { id: string; enquiryId: string | null },
  at: string,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('private_link')
    .set({ revoked_at: at })
    .where((eb) =>
      eb.or([eb('quotation_id', '=', id), ...(enquiryId ? [eb('enquiry_id', '=', enquiryId)] : [])]),
    )
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes the links that have ended, and returns their number. */
export async function removeEndedLinks(tx: Tx, now: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('private_link')
    .where(await findEnded(tx, now))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Returns the condition for links that have ended: for the months of the settings, neither the link was created, nor the quotation
 * sent, valid or decided, nor the enquiry received or changed.
 */
async function findEnded(db: Db, now: Date): Promise<RawBuilder<SqlBool>> {
  const { settings } = await readQuotationSettings(db)
  const start = subtractMonths(now, settings.linkMonths)
  const since = toIso(start)
  return sql<SqlBool>`(
    private_link.created_at < ${since}
    and not exists (
      select 1 from quotation
      where (quotation.id = private_link.quotation_id or quotation.enquiry_id = private_link.enquiry_id)
        and (quotation.issued_at >= ${since} or quotation.decided_at >= ${since}
          or quotation.valid_until >= ${toBusinessDate(start)})
    )
    and not exists (
      select 1 from enquiry where enquiry.id = private_link.enquiry_id and enquiry.created_at >= ${since}
    )
    and not exists (
      select 1 from enquiry_note
      where enquiry_note.enquiry_id = private_link.enquiry_id and enquiry_note.at >= ${since}
    )
    and not exists (
      select 1 from audit_log
      where audit_log.subject = 'enquiry' and audit_log.subject_id = private_link.enquiry_id
        and audit_log.at >= ${since}
    )
  )`
}

/** Returns whether a link to the page of an enquiry was revoked. */
export async function hasRevokedLink(db: Db, enquiryId: string): Promise<boolean> {
  const row = await db
    .selectFrom('private_link')
    .select('secret_hash')
    .where('enquiry_id', '=', enquiryId)
    .where('revoked_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
