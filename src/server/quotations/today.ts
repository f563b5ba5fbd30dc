import type { ExpressionBuilder } from 'kysely'
import { toBusinessDate } from '#contracts/business-date.ts'
import type { Enquiry } from '#contracts/enquiry.ts'
import type { QuotationEventKind } from '#contracts/quotation-states.ts'
import type { Today, TodayEntry } from '#contracts/today.ts'
import { TODAY_REASONS, type TodayReason } from '#contracts/today-reasons.ts'
import type { Db } from '#server/database/db.ts'
import type { Tables } from '#server/database/tables.ts'
import { subtractDays, toIso } from '#server/kernel/clock.ts'
import type { QuotationOwner } from './deps.ts'
import { getTotals, toStoredQuotation } from './store.ts'

const MAX_ENTRIES_PER_REASON = 100
const NOT_OPENED_DAYS = 3
const EXPIRING_DAYS = 7
/** A decline that nobody has handled for so long is not fresh any more. */
const DECLINED_DAYS = 30

/** Whose enquiries count, and until which day in India their follow-up. */
export interface EnquiryScope {
  today: string
  /** Those of these accounts are left out. */
  otherOwners: string[]
}

export interface TodayDeps {
  db: Db
  listOwners: () => Promise<QuotationOwner[]>
  /** Returns the new enquiries, and those whose follow-up date is today or earlier. */
  listWaitingEnquiries: (scope: EnquiryScope) => Promise<{ unanswered: Enquiry[]; due: Enquiry[] }>
  countWaitingEnquiries: (scope: EnquiryScope) => Promise<number>
}

interface TodayOptions {
  now: Date
  /** The account whose list it is; undefined: everybody's. */
  ownerId: string | undefined
  withEnquiries: boolean
  withApprovals: boolean
}

/** Returns what needs attention today: of one member of staff together with what has no owner, or of everybody. */
export async function listToday(deps: TodayDeps, options: TodayOptions): Promise<Today> {
  const { found, owners, scope } = await findQuotations(deps, options)
  const { unanswered, due } = options.withEnquiries
    ? await deps.listWaitingEnquiries(scope)
    : { unanswered: [], due: [] }
  const all: (Found | TodayEntry)[] = [
    ...found,
    ...unanswered.map((enquiry) => toEnquiryEntry('unanswered', enquiry)),
    ...due
      .filter(({ id }) => !unanswered.some((other) => other.id === id))
      .map((enquiry) => toEnquiryEntry('follow-up', enquiry)),
  ]
  const byReason = TODAY_REASONS.map((reason) => all.filter((each) => each.reason === reason))
  const shown = byReason.flatMap((group) =>
    group.toSorted((one, other) => one.since.localeCompare(other.since)).slice(0, MAX_ENTRIES_PER_REASON),
  )
  const quotations = await readQuotations(
    deps.db,
    shown.map(({ id }) => id),
  )
  const counts = TODAY_REASONS.map((reason, index) => [reason, byReason[index]!.length])
  return {
    entries: shown.flatMap((each) => {
      if ('subject' in each) return each
      // It may have been deleted meanwhile.
      const row = quotations.find(({ id }) => id === each.id)
      return row ? toQuotationEntry(each, row, owners) : []
    }),
    counts: Object.fromEntries(counts) as Today['counts'],
  }
}

/** Returns the number of what needs attention today. It reads no content. */
export async function countToday(deps: TodayDeps, options: TodayOptions): Promise<number> {
  const { found, scope } = await findQuotations(deps, options)
  return found.length + (options.withEnquiries ? await deps.countWaitingEnquiries(scope) : 0)
}

interface Found {
  reason: TodayReason
  id: string
  since: string
}

async function findQuotations(
  { db, listOwners }: TodayDeps,
  { now, ownerId, withApprovals }: TodayOptions,
): Promise<{ found: Found[]; owners: QuotationOwner[]; scope: EnquiryScope }> {
  const owners = await listOwners()
  // What belongs to a deleted account belongs to nobody.
  const otherOwners = ownerId === undefined ? [] : owners.flatMap(({ id }) => (id === ownerId ? [] : id))
  const rows = await selectQuotationsOfToday(db, now)
  const found = rows.flatMap((row) =>
    listReasons(row, now)
      // Somebody else approves a discount, not the owner.
      .filter(({ reason }) =>
        reason === 'approval' ? withApprovals : !otherOwners.includes(row.owner_id ?? ''),
      ),
  )
  return { found, owners, scope: { today: toBusinessDate(now), otherOwners } }
}

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

/**
 * Each quotation has one reason: the first that applies. Only an approval stands beside another one, because somebody else
 * decides it.
 */
function listReasons(row: CandidateRow, now: Date): Found[] {
  const found = (reason: TodayReason, since: string): Found[] => [{ reason, since, id: row.id }]
  const hasReactedTo = (at: string) => row.reacted_at !== null && row.reacted_at >= at
  if (row.state === 'accepted' && row.confirmed_at === null)
    return found('accepted', row.decided_at ?? row.updated_at)
  const approval = row.state === 'awaiting-approval' ? found('approval', row.updated_at) : []
  const declinedAt = row.state === 'declined' && row.decided_at ? row.decided_at : ''
  if (row.asked_at && !hasReactedTo(row.asked_at))
    return [...approval, ...found('question', [declinedAt, row.asked_at].toSorted()[1]!)]
  if (declinedAt) return hasReactedTo(declinedAt) ? [] : found('declined', declinedAt)
  const { today, lastDay, notOpenedSince } = getLimits(now)
  if (row.state !== 'sent' || row.valid_until === null || row.valid_until < today) return approval
  if (row.valid_until <= lastDay) return found('expiring', row.valid_until)
  if (row.viewed_at === null && row.issued_at !== null && row.issued_at < notOpenedSince)
    return found('not-opened', row.issued_at)
  return []
}

const getLimits = (now: Date) => ({
  today: toBusinessDate(now),
  lastDay: toBusinessDate(subtractDays(now, -EXPIRING_DAYS)),
  notOpenedSince: toIso(subtractDays(now, NOT_OPENED_DAYS)),
  declinedSince: toIso(subtractDays(now, DECLINED_DAYS)),
})

type CandidateRow = Awaited<ReturnType<typeof selectQuotationsOfToday>>[number]

/** Returns the quotations that may need attention with the times of the events that decide it, and without their content. */
function selectQuotationsOfToday(db: Db, now: Date) {
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

type QuotationRow = Awaited<ReturnType<typeof readQuotations>>[number]

/** Returns these quotations with what the customer wrote last and when staff last sent an email. */
function readQuotations(db: Db, ids: string[]) {
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

function toQuotationEntry({ reason, since }: Found, row: QuotationRow, owners: QuotationOwner[]): TodayEntry {
  const quotation = toStoredQuotation(row)
  const { id, number, state, buyerName, body, customerId, ownerId, validUntil } = quotation
  const owner = owners.find((candidate) => candidate.id === ownerId)
  const declined = row.decline_reason || row.reason
  const message = {
    question: [row.question, state === 'declined' && `Declined: ${declined}`].filter(Boolean).join('\n'),
    declined,
  }
  return {
    reason,
    subject: 'quotation',
    id,
    title: number ?? 'Draft',
    detail:
      (reason === 'question' || reason === 'declined' ? message[reason] : '') ||
      body.subject ||
      describeLines(body.lines.map(({ description }) => description.split('\n')[0]!)),
    since,
    customer: {
      id: customerId,
      name: buyerName,
      person: body.buyer?.name ?? '',
      email: body.buyer?.email ?? '',
      phone: body.buyer?.phone ?? '',
    },
    owner: owner ? { id: owner.id, name: owner.name } : null,
    total: getTotals(quotation)?.totals.total ?? null,
    issuedAt: quotation.issuedAt,
    validUntil,
    emailedAt: row.emailed_at,
  }
}

function toEnquiryEntry(reason: TodayReason, enquiry: Enquiry): TodayEntry {
  const person = `${enquiry.customer.firstName} ${enquiry.customer.lastName}`.trim()
  return {
    reason,
    subject: 'enquiry',
    id: enquiry.id,
    title: enquiry.reference,
    detail:
      describeLines(enquiry.lines.map(({ name }) => name)) ||
      enquiry.item?.name ||
      enquiry.message.slice(0, 200),
    since: reason === 'follow-up' ? (enquiry.nextActionOn ?? enquiry.createdAt) : enquiry.createdAt,
    customer: {
      id: enquiry.customer.id,
      name: enquiry.company || person,
      person,
      email: enquiry.customer.email,
      phone: enquiry.customer.phone,
    },
    owner: enquiry.owner,
    total: null,
    issuedAt: null,
    validUntil: null,
    emailedAt: null,
  }
}

/** 'CL 25 Capstan Lathe and 2 more'; '' without lines. */
function describeLines([first, ...others]: string[]): string {
  if (!first) return ''
  return others.length > 0 ? `${first} and ${others.length} more` : first
}
