import type { MailStatus } from '#contracts/mail/mail.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { countMatches } from '#server/database/page.ts'
import { isPostgres } from '#server/database/sql-dialect.ts'
import { hashSecret, newId } from '#server/kernel/ids.ts'

interface Mail {
  to: string
  subject: string
  text: string
  replyTo?: string | undefined
}

interface NewMail extends Mail {
  /** By default a new one. */
  id?: string | undefined
  /** Of two emails with the same key, only the first is queued, as long as the outbox keeps it. */
  requestKey?: string | undefined
  /** What it is about; neither for an email about an account. */
  enquiryId?: string
  quotationId?: string
}

/** Adds an email to the outbox. Returns its id; undefined for a repeated request, which adds none. */
export type QueueMail = (tx: Tx, mail: NewMail, at: string) => Promise<string | undefined>

export interface PendingMail extends Mail {
  id: string
  createdAt: string
  attempts: number
}

export const queueMail: QueueMail = async (tx, mail, at) => {
  const { to, subject, text, replyTo, requestKey, enquiryId, quotationId } = mail
  const id = requestKey === undefined ? (mail.id ?? newId()) : hashSecret(requestKey)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('outbox')
    .values({
      id,
      to_address: to,
      reply_to: replyTo ?? null,
      subject,
      text,
      created_at: at,
      attempts: 0,
      next_attempt_at: at,
      sent_at: null,
      last_error: null,
      enquiry_id: enquiryId ?? null,
      quotation_id: quotationId ?? null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? id : undefined
}

/**
 * Claims the email that has been due longest at the time `at`. No other process gets it before `until`; then it is due
 * again, in case the process that claimed it was killed.
 */
export async function claimMail(
  tx: Tx,
  { at, until }: { at: string; until: string },
): Promise<PendingMail | undefined> {
  const row = await tx
    .updateTable('outbox')
    .set({ next_attempt_at: until })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('next_attempt_at', '<=', at)
        .orderBy('next_attempt_at')
        .limit(1)
        .$if(isPostgres(tx), (query) => query.forUpdate().skipLocked()),
    )
    .returning(['id', 'to_address', 'reply_to', 'subject', 'text', 'created_at', 'attempts'])
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    to: row.to_address,
    subject: row.subject,
    text: row.text,
    ...(row.reply_to && { replyTo: row.reply_to }),
    createdAt: row.created_at,
    attempts: row.attempts,
  }
}

/** Marks an email as sent and deletes its text, which may contain a link to set a password. */
export async function markSent(tx: Tx, id: string, at: string): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ sent_at: at, next_attempt_at: null, last_error: null, text: '' })
    .where('id', '=', id)
    .execute()
}

/** Stores a failed attempt. With `nextAttemptAt` null the email has finally failed and is retained with its error. */
export async function markFailed(
  tx: Tx,
  id: string,
  failure: { attempts: number; error: string; nextAttemptAt: string | null },
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ attempts: failure.attempts, last_error: failure.error, next_attempt_at: failure.nextAttemptAt })
    .where('id', '=', id)
    .execute()
}

/** Deletes emails that were created before `before` and were sent or have finally failed. */
export async function removeOldMail(tx: Tx, before: string): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('next_attempt_at', 'is', null)
    .where('created_at', '<', before)
    .execute()
}

/** Returns the number of pending and finally failed emails, and when the oldest pending one was created. */
export async function countOutbox(
  db: Db,
): Promise<{ pending: number; failed: number; oldestAt: string | null }> {
  const pending = await db
    .selectFrom('outbox')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const failed = await countMatches(
    db.selectFrom('outbox').where('next_attempt_at', 'is', null).where('sent_at', 'is', null),
  )
  return { pending: pending.count, failed, oldestAt: pending.oldest }
}

/** Returns the number of emails that failed at least once and were not sent since. */
export async function getMailStatus(db: Db): Promise<Omit<MailStatus, 'configured'>> {
  const rows = await db
    .selectFrom('outbox')
    .select((eb) => [
      'last_error as error',
      eb.fn.count<number>('next_attempt_at').as('waiting'),
      eb.fn.countAll<number>().as('all'),
      eb.fn.max('created_at').as('newest'),
    ])
    .where('sent_at', 'is', null)
    .where('last_error', 'is not', null)
    .groupBy('last_error')
    .orderBy('newest', 'desc')
    .execute()
  const pending = rows.reduce((sum, row) => sum + row.waiting, 0)
  const all = rows.reduce((sum, row) => sum + row.all, 0)
  return { pending, failed: all - pending, lastError: rows[0]?.error ?? null }
}
