import { toBusinessDate } from '#contracts/business-date.ts'
import type { Enquiry } from '#contracts/enquiry.ts'
import type { Today, TodayEntry } from '#contracts/today.ts'
import { TODAY_REASONS, type TodayReason } from '#contracts/today-reasons.ts'
import type { Db } from '#server/database/db.ts'
import { subtractDays, toIso } from '#server/kernel/clock.ts'
import type { QuotationOwner } from './deps.ts'
import { type StoredQuotation, toStoredQuotation } from './store.ts'

const MAX_ENTRIES_PER_REASON = 100
const NOT_OPENED_DAYS = 3
const EXPIRING_DAYS = 7

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
  /** What the customer asked; '' if that is not the reason. */
  question: string
  emailedAt: string | null
}

/** Each quotation has one reason: the first that applies. */
async function listQuotationsOfToday(db: Db, now: Date): Promise<Found[]> {
  const today = toBusinessDate(now)
  const lastDay = toBusinessDate(subtractDays(now, -EXPIRING_DAYS))
  const rows = await db
    .selectFrom('quotation')
    .selectAll()
    .select((eb) => [
      eb
        .selectFrom('quotation_event')
        .select((inner) => inner.fn.max('at').as('at'))
        .whereRef('quotation_id', '=', 'quotation.id')
        .where('kind', '=', 'viewed')
        .whereRef('issue_no', '=', 'quotation.issue_count')
        .as('viewed_at'),
      eb
        .selectFrom('quotation_event')
        .select((inner) => inner.fn.max('at').as('at'))
        .whereRef('quotation_id', '=', 'quotation.id')
        .where('kind', 'in', ['question', 'renewal-requested'])
        .as('asked_at'),
      eb
        .selectFrom('quotation_event')
        .select((inner) => inner.fn.max('at').as('at'))
        .whereRef('quotation_id', '=', 'quotation.id')
        .where('kind', 'in', ['answered', 'email-sent', 'issued', 'revised', 'withdrawn'])
        .as('answered_at'),
      eb
        .selectFrom('quotation_event')
        .select((inner) => inner.fn.max('at').as('at'))
        .whereRef('quotation_id', '=', 'quotation.id')
        .where('kind', '=', 'email-sent')
        .as('emailed_at'),
      eb
        .selectFrom('quotation_event')
        .select('text')
        .whereRef('quotation_id', '=', 'quotation.id')
        .where('kind', 'in', ['question', 'renewal-requested'])
        .orderBy('at', 'desc')
        .limit(1)
        .as('question'),
    ])
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['sent', 'awaiting-approval']),
        eb.and([eb('state', '=', 'accepted'), eb('confirmed_at', 'is', null)]),
      ]),
    )
    .execute()
  const notOpenedSince = toIso(subtractDays(now, NOT_OPENED_DAYS))
  return rows.flatMap((row): Found[] => {
    const found = (reason: TodayReason, since: string): Found[] => [
      {
        reason,
        since,
        quotation: toStoredQuotation(row),
        question: (reason === 'question' && row.question) || '',
        emailedAt: row.emailed_at,
      },
    ]
    if (row.state === 'accepted') return found('accepted', row.decided_at ?? row.updated_at)
    if (row.state === 'awaiting-approval') return found('approval', row.updated_at)
    if (row.asked_at && (row.answered_at ?? '') < row.asked_at) return found('question', row.asked_at)
    if (row.valid_until === null || row.valid_until < today) return []
    if (row.valid_until <= lastDay) return found('expiring', row.valid_until)
    if (row.viewed_at === null && row.issued_at !== null && row.issued_at < notOpenedSince)
      return found('not-opened', row.issued_at)
    return []
  })
}

function toQuotationEntry(
  { reason, quotation, since, question, emailedAt }: Found,
  owners: QuotationOwner[],
): TodayEntry {
  const { id, number, buyerName, body, amounts, customerId, ownerId, validUntil } = quotation
  const owner = owners.find((candidate) => candidate.id === ownerId)
  return {
    reason,
    subject: 'quotation',
    id,
    title: number ?? 'Draft',
    detail: question || body.subject || body.lines[0]!.description.split('\n')[0]!,
    since,
    customer: {
      id: customerId,
      name: buyerName,
      person: body.buyer?.name ?? '',
      email: body.buyer?.email ?? '',
      phone: body.buyer?.phone ?? '',
    },
    owner: owner ? { id: owner.id, name: owner.name } : null,
    total: amounts.totals.total,
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
    detail: enquiry.lines[0]?.name ?? enquiry.item?.name ?? enquiry.message.slice(0, 200),
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
