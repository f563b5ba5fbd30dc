import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import type { Today, TodayEntry } from '#contracts/enquiry/today.ts'
import { TODAY_REASONS, type TodayReason } from '#contracts/enquiry/today-reasons.ts'
import { findMember, type SalesContext, type Staff } from '../context.ts'
import type { EnquiryCriteria } from '../enquiries/rules.ts'
import { countEnquiries, listEnquiries } from '../enquiries/store-lists.ts'
import { getTotals, toStoredQuotation } from '../quotations/store.ts'
import { type CandidateRow, getLimits, listCandidates, readTodayRows, type TodayRow } from './store-today.ts'

const MAX_ENTRIES_PER_REASON = 100

/** More enquiries that wait than staff can answer in a day. */
const MAX_WAITING_ENQUIRIES = 200

interface TodayOptions {
  /** The account whose list it is; undefined: everybody's. */
  ownerId: string | undefined
  withEnquiries: boolean
  withApprovals: boolean
}

/** Returns what needs attention today: of one member of staff together with what has no owner, or of everybody. */
export async function listToday(context: SalesContext, options: TodayOptions): Promise<Today> {
  const { unanswered, due } = await listWaitingEnquiries(context, options)
  const all: (Found | TodayEntry)[] = [
    ...(await findQuotations(context, options)),
    ...unanswered.map((enquiry) => toEnquiryEntry('unanswered', enquiry)),
    ...due
      .filter(({ id }) => !unanswered.some((other) => other.id === id))
      .map((enquiry) => toEnquiryEntry('follow-up', enquiry)),
  ]
  const byReason = TODAY_REASONS.map((reason) => all.filter((each) => each.reason === reason))
  const shown = byReason.flatMap((group) =>
    group.toSorted((one, other) => one.since.localeCompare(other.since)).slice(0, MAX_ENTRIES_PER_REASON),
  )
  const quotations = await readTodayRows(
    context.db,
    shown.map(({ id }) => id),
  )
  const counts = TODAY_REASONS.map((reason, index) => [reason, byReason[index]!.length])
  return {
    entries: shown.flatMap((each) => {
      if ('subject' in each) return each
      // It may have been deleted meanwhile.
      const row = quotations.find(({ id }) => id === each.id)
      return row ? toQuotationEntry(each, row, context.owners) : []
    }),
    counts: Object.fromEntries(counts) as Today['counts'],
  }
}

/** Returns the number of what needs attention today. It reads no content. */
export async function countToday(context: SalesContext, options: TodayOptions): Promise<number> {
  const found = await findQuotations(context, options)
  if (!options.withEnquiries) return found.length
  const { unanswered, due } = toCriteria(context, options)
  const count = (criteria: EnquiryCriteria) => countEnquiries(context.db, criteria)
  const both = await count({ ...unanswered, ...due })
  return found.length + (await count(unanswered)) + (await count(due)) - both
}

/** Returns the new enquiries, and those whose follow-up date is today or earlier. */
async function listWaitingEnquiries(context: SalesContext, options: TodayOptions) {
  if (!options.withEnquiries) return { unanswered: [], due: [] }
  const { db, owners: staff } = context
  const { unanswered, due } = toCriteria(context, options)
  const page = { limit: MAX_WAITING_ENQUIRIES, offset: 0, staff }
  return {
    unanswered: (await listEnquiries(db, { criteria: unanswered, ...page })).items,
    due: (await listEnquiries(db, { criteria: due, ...page })).items,
  }
}

function toCriteria(context: SalesContext, options: TodayOptions) {
  const otherOwners = listOtherOwners(context, options)
  return {
    unanswered: { unansweredSince: context.at, otherOwners },
    due: { dueBy: context.today, otherOwners },
  }
}

/** Whose quotations and enquiries are left out. What belongs to a deleted account belongs to nobody. */
const listOtherOwners = ({ owners }: SalesContext, { ownerId }: TodayOptions): string[] =>
  ownerId === undefined ? [] : owners.flatMap(({ id }) => (id === ownerId ? [] : id))

interface Found {
  reason: TodayReason
  id: string
  since: string
}

async function findQuotations(context: SalesContext, options: TodayOptions): Promise<Found[]> {
  const { db, now } = context
  const otherOwners = listOtherOwners(context, options)
  return (await listCandidates(db, now)).flatMap((row) =>
    listReasons(row, now)
      // Somebody else approves a discount, not the owner.
      .filter(({ reason }) =>
        reason === 'approval' ? options.withApprovals : !otherOwners.includes(row.owner_id ?? ''),
      ),
  )
}

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

function toQuotationEntry({ reason, since }: Found, row: TodayRow, owners: Staff[]): TodayEntry {
  const quotation = toStoredQuotation(row)
  const { id, number, state, buyerName, body, customerId, ownerId, validUntil } = quotation
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
    owner: findMember(owners, ownerId),
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
