import type { MailStatus } from '#contracts/mail.ts'
import type { Db } from '#server/database/db.ts'
import { isPostgres } from '#server/database/sql-dialect.ts'
import { newId } from '#server/kernel/ids.ts'

interface Mail {
  to: string
  subject: string
  text: string
  replyTo?: string
}

/** Leaves a mail to be sent, in the caller's transaction. */
export type QueueMail = (db: Db, mail: Mail, at: string) => Promise<void>

export interface PendingMail extends Mail {
  id: string
  createdAt: string
  attempts: number
}

export const queueMail: QueueMail = async (db, { to, subject, text, replyTo }, at) => {
  await db
    .insertInto('outbox')
    .values({
      id: newId(),
      to_address: to,
      reply_to: replyTo ?? null,
      subject,
      text,
      created_at: at,
      attempts: 0,
      next_attempt_at: at,
      sent_at: null,
      last_error: null,
    })
    .execute()
}

/**
 * Claims the mail whose turn is first of those due `at` that time: nobody else gets it before `until`, when it is due
 * again, should whoever claimed it have been killed.
 */
export async function claimMail(
  db: Db,
  { at, until }: { at: string; until: string },
): Promise<PendingMail | undefined> {
  const row = await db
    .updateTable('outbox')
    .set({ next_attempt_at: until })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('next_attempt_at', '<=', at)
        .orderBy('next_attempt_at')
        .limit(1)
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
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

/** What was sent is no longer needed here, and may hold a link that opens an account: the text goes. */
export async function markSent(db: Db, id: string, at: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: at, next_attempt_at: null, last_error: null, text: '' })
    .where('id', '=', id)
    .execute()
}

/** `nextTryAt` null: given up, and kept with the reason. */
export async function markFailed(
  db: Db,
  id: string,
  failure: { attempts: number; error: string; nextAttemptAt: string | null },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ attempts: failure.attempts, last_error: failure.error, next_attempt_at: failure.nextAttemptAt })
    .where('id', '=', id)
    .execute()
}

/** Forgets what was sent or given up before `before`. */
export async function removeOldMail(db: Db, before: string): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('next_attempt_at', 'is', null)
    .where('created_at', '<', before)
    .execute()
}

/** What is still to be sent, since when the oldest of it waits, and what was given up. */
export async function countOutbox(
  db: Db,
): Promise<{ pending: number; givenUp: number; oldestAt: string | null }> {
  const waiting = await db
    .selectFrom('outbox')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const { givenUp } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('givenUp'))
    .where('next_attempt_at', 'is', null)
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { pending: waiting.count, givenUp, oldestAt: waiting.oldest }
}

/** Mail that failed at least once and was not sent since. */
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
