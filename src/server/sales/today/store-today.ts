import type { ExpressionBuilder } from 'kysely'
import { toBusinessDate } from '#contracts/business-date.ts'
import { EXPIRING_DAYS, NOT_OPENED_DAYS } from '#contracts/enquiry/today-reasons.ts'
import type { QuotationEventKind } from '#contracts/quotation/states.ts'
import type { Db } from '#server/database/db.ts'
import type { Tables } from '#server/database/tables.ts'
import { subtractDays, toIso } from '#server/kernel/clock.ts'

/** A decline that nobody has handled for so long is not fresh any more. */
const DECLINED_DAYS = 30

/** What a customer writes and staff have to answer. */
const QUESTIONS = ['question', 'renewal-requested'] as const satisfies QuotationEventKind[]
/** What staff do about a question or a refusal. */
const REACTIONS = [
  'answered',
  'email-sent',
  'issued',
  'revised',
  'withdrawn',
  'handled',
] as const satisfies QuotationEventKind[]

/** The days that decide what needs attention. */
export const getLimits = (now: Date) => ({
  today: toBusinessDate(now),
  lastDay: toBusinessDate(subtractDays(now, -EXPIRING_DAYS)),
  notOpenedSince: toIso(subtractDays(now, NOT_OPENED_DAYS)),
  declinedSince: toIso(subtractDays(now, DECLINED_DAYS)),
})

export type CandidateRow = Awaited<ReturnType<typeof listCandidates>>[number]

/** Returns the quotations that may need attention with the times of the events that decide it, and without their content. */
export function listCandidates(db: Db, now: Date) {
  const { today, lastDay, notOpenedSince, declinedSince } = getLimits(now)
  const openQuestions = db
    .selectFrom('quotation_event as asked')
    .select('asked.quotation_id')
    .where('asked.kind', 'in', QUESTIONS)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('quotation_event as reaction')
            .select('reaction.id')
            .whereRef('reaction.quotation_id', '=', 'asked.quotation_id')
            .where('reaction.kind', 'in', REACTIONS)
            .whereRef('reaction.at', '>=', 'asked.at'),
        ),
      ),
    )
  return db
    .selectFrom('quotation')
    .select([
      'id',
      'state',
      'owner_id',
      'valid_until',
      'issued_at',
      'decided_at',
      'confirmed_at',
      'updated_at',
    ])
    .select((eb) => {
      const lastTimeOf = (kinds: readonly QuotationEventKind[]) =>
        selectEvents(eb, kinds).select((inner) => inner.fn.max('at').as('at'))
      return [
        lastTimeOf(['viewed']).whereRef('issue_no', '=', 'quotation.issue_count').as('viewed_at'),
        lastTimeOf(QUESTIONS).as('asked_at'),
        lastTimeOf(REACTIONS).as('reacted_at'),
      ]
    })
    .where((eb) =>
      eb.or([
        eb('state', '=', 'awaiting-approval'),
        eb.and([eb('state', '=', 'accepted'), eb('confirmed_at', 'is', null)]),
        eb.and([eb('state', '=', 'declined'), eb('decided_at', '>=', declinedSince)]),
        eb.and([
          eb('state', '=', 'sent'),
          eb('valid_until', '>=', today),
          eb.or([eb('valid_until', '<=', lastDay), eb('issued_at', '<', notOpenedSince)]),
        ]),
        eb('id', 'in', openQuestions),
      ]),
    )
    .execute()
}

export type TodayRow = Awaited<ReturnType<typeof readTodayRows>>[number]

/** Returns these quotations with what the customer wrote last and when staff last sent an email. */
export function readTodayRows(db: Db, ids: string[]) {
  return db
    .selectFrom('quotation')
    .selectAll()
    .select((eb) => {
      const lastTextOf = (kinds: readonly QuotationEventKind[]) =>
        selectEvents(eb, kinds).select('text').orderBy('at', 'desc').limit(1)
      return [
        selectEvents(eb, ['email-sent'])
          .select((inner) => inner.fn.max('at').as('at'))
          .as('emailed_at'),
        lastTextOf(QUESTIONS).as('question'),
        lastTextOf(['declined']).as('decline_reason'),
      ]
    })
    .where('id', 'in', ['', ...ids])
    .execute()
}

const selectEvents = (eb: ExpressionBuilder<Tables, 'quotation'>, kinds: readonly QuotationEventKind[]) =>
  eb.selectFrom('quotation_event').whereRef('quotation_id', '=', 'quotation.id').where('kind', 'in', kinds)

/** Returns when a customer last wrote or declined; null if that never happened. */
export async function findLastMessageTime(db: Db, quotationId: string): Promise<string | null> {
  const { at } = await db
    .selectFrom('quotation_event')
    .select((eb) => eb.fn.max('at').as('at'))
    .where('quotation_id', '=', quotationId)
    .where('kind', 'in', [...QUESTIONS, 'declined'])
    .executeTakeFirstOrThrow()
  return at
}
