import type { MailDelivery } from '#contracts/mail/mail.ts'
import type { Db } from './db.ts'

/**
 * Returns what became of emails, by their ids in the outbox, which keeps them for 30 days: those that it has no longer, or never
 * had, are left out.
 */
export async function readDeliveries(
  db: Db,
  mailIds: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, MailDelivery>> {
  const ids = mailIds.filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'sent_at', 'next_attempt_at', 'last_error'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, sent_at, next_attempt_at, last_error }) => {
      const state = sent_at ? 'sent' : next_attempt_at ? 'waiting' : 'failed'
      return [id, { state, reason: last_error ?? '' }] as const
    }),
  )
}
