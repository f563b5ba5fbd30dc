import { toBusinessDate } from '#contracts/business-date.ts'
import type { Enquiry } from '#contracts/enquiry.ts'
import type { QuotationEventKind } from '#contracts/quotation-states.ts'
import type { Today, TodayEntry } from '#contracts/today.ts'
import { TODAY_REASONS, type TodayReason } from '#contracts/today-reasons.ts'
import type { Db } from '#server/database/db.ts'
import { subtractDays, toIso } from '#server/kernel/clock.ts'
import type { QuotationOwner } from './deps.ts'
import { getTotals, type StoredQuotation, toStoredQuotation } from './store.ts'

const MAX_ENTRIES_PER_REASON = 100
const NOT_OPENED_DAYS = 3
const EXPIRING_DAYS = 7
/** A decline that nobody has handled for so long is not fresh any more. */
const DECLINED_DAYS = 30

export interface TodayDeps {
  db: Db
  listOwners: () => Promise<QuotationOwner[]>
  /** Returns the new enquiries, and those whose follow-up date is today or earlier. */
  listWaitingEnquiries: (today: string) => Promise<{ unanswered: Enquiry[]; due: Enquiry[] }>
}

interface TodayOptions {
  now: Date
  /** The account whose list it is; undefined: everybody's. */
  ownerId: string | undefined
  withEnquiries: boolean
  withApprovals: boolean
}

/** Returns what needs attention today: of one member of staff together with what has no owner, or of everybody. */
export async function listToday(
  deps: TodayDeps,
  { now, ownerId, withEnquiries, withApprovals }: TodayOptions,
): Promise<Today> {
  const today = toBusinessDate(now)
  const owners = await deps.listOwners()
  const quotations = await listQuotationsOfToday(deps.db, now)
  const enquiries = withEnquiries ? await deps.listWaitingEnquiries(today) : { unanswered: [], due: [] }
  const entries = [
    ...quotations
      .filter(({ reason }) => reason !== 'approval' || withApprovals)
      .map((found) => toQuotationEntry(found, owners)),
    ...enquiries.unanswered.map((enquiry) => toEnquiryEntry('unanswered', enquiry)),
    ...enquiries.due
      .filter(({ id }) => !enquiries.unanswered.some((other) => other.id === id))
      .map((enquiry) => toEnquiryEntry('follow-up', enquiry)),
  ].filter(
    // Somebody else approves a discount, not the owner.
    ({ reason, owner }) =>
      ownerId === undefined || owner === null || owner.id === ownerId || reason === 'approval',
  )
  const byReason = TODAY_REASONS.map((reason) => entries.filter((entry) => entry.reason === reason))
  const counts = TODAY_REASONS.map((reason, index) => [reason, byReason[index]!.length])
  return {
    entries: byReason.flatMap((group) =>
      group.toSorted((one, other) => one.since.localeCompare(other.since)).slice(0, MAX_ENTRIES_PER_REASON),
    ),
    counts: Object.fromEntries(counts) as Today['counts'],
  }
}

interface Found {
  reason: TodayReason
  quotation: StoredQuotation
  since: string
  /** What the customer asked, or why it was declined; '' if that is not the reason. */
  message: string
  emailedAt: string | null
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
async function listQuotationsOfToday(db: Db, now: Date): Promise<Found[]> {
  const today = toBusinessDate(now)
  const rows = await selectQuotationsOfToday(db, toIso(subtractDays(now, DECLINED_DAYS)))
  const lastDay = toBusinessDate(subtractDays(now, -EXPIRING_DAYS))
  const notOpenedSince = toIso(subtractDays(now, NOT_OPENED_DAYS))
  return rows.flatMap((row): Found[] => {
    const found = (reason: TodayReason, since: string, message = ''): Found[] => [
      { reason, since, quotation: toStoredQuotation(row), message, emailedAt: row.emailed_at },
    ]
    const hasReactedTo = (at: string) => row.reacted_at !== null && row.reacted_at >= at
    if (row.state === 'accepted' && row.confirmed_at === null)
      return found('accepted', row.decided_at ?? row.updated_at)
    const approval = row.state === 'awaiting-approval' ? found('approval', row.updated_at) : []
    const declinedAt = row.state === 'declined' && row.decided_at ? row.decided_at : ''
    const declineReason = row.decline_reason || row.reason
    if (row.asked_at && !hasReactedTo(row.asked_at)) {
      const texts = [row.question, declinedAt && `Declined: ${declineReason}`].filter(Boolean)
      const since = [declinedAt, row.asked_at].toSorted()[1]!
      return [...approval, ...found('question', since, texts.join('\n'))]
    }
    if (declinedAt) return hasReactedTo(declinedAt) ? [] : found('declined', declinedAt, declineReason)
    if (row.state !== 'sent' || row.valid_until === null || row.valid_until < today) return approval
    if (row.valid_until <= lastDay) return found('expiring', row.valid_until)
    if (row.viewed_at === null && row.issued_at !== null && row.issued_at < notOpenedSince)
      return found('not-opened', row.issued_at)
    return []
  })
}

/** Returns the quotations that may need attention with the times of the events that decide it. */
function selectQuotationsOfToday(db: Db, declinedSince: string) {
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
    .selectAll()
    .select((eb) => {
      const eventsOf = (kinds: readonly QuotationEventKind[]) =>
        eb
          .selectFrom('quotation_event')
          .whereRef('quotation_id', '=', 'quotation.id')
          .where('kind', 'in', kinds)
      const lastTimeOf = (kinds: readonly QuotationEventKind[]) =>
        eventsOf(kinds).select((inner) => inner.fn.max('at').as('at'))
      const lastTextOf = (kinds: readonly QuotationEventKind[]) =>
        eventsOf(kinds).select('text').orderBy('at', 'desc').limit(1)
      return [
        lastTimeOf(['viewed']).whereRef('issue_no', '=', 'quotation.issue_count').as('viewed_at'),
        lastTimeOf(QUESTIONS).as('asked_at'),
        lastTimeOf(REACTIONS).as('reacted_at'),
        lastTimeOf(['email-sent']).as('emailed_at'),
        lastTextOf(QUESTIONS).as('question'),
        lastTextOf(['declined']).as('decline_reason'),
      ]
    })
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['sent', 'awaiting-approval']),
        eb.and([eb('state', '=', 'accepted'), eb('confirmed_at', 'is', null)]),
        eb.and([eb('state', '=', 'declined'), eb('decided_at', '>=', declinedSince)]),
        eb('id', 'in', openQuestions),
      ]),
    )
    .execute()
}

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

function toQuotationEntry(
  { reason, quotation, since, message, emailedAt }: Found,
  owners: QuotationOwner[],
): TodayEntry {
  const { id, number, buyerName, body, customerId, ownerId, validUntil } = quotation
  const owner = owners.find((candidate) => candidate.id === ownerId)
  return {
    reason,
    subject: 'quotation',
    id,
    title: number ?? 'Draft',
    detail:
      message ||
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
    emailedAt,
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
