import { toBusinessDate } from '#contracts/business-date.ts'
import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import type { Today, TodayEntry } from '#contracts/enquiry/today.ts'
import { TODAY_REASONS, type TodayReason } from '#contracts/enquiry/today-reasons.ts'
import type { Db } from '#server/database/db.ts'
import type { QuotationOwner } from '../quotations/deps.ts'
import { getTotals, toStoredQuotation } from '../quotations/store.ts'
import { type CandidateRow, getLimits, listCandidates, readTodayRows, type TodayRow } from './store-today.ts'

const MAX_ENTRIES_PER_REASON = 100

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
  const quotations = await readTodayRows(
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
  const rows = await listCandidates(db, now)
  const found = rows.flatMap((row) =>
    listReasons(row, now)
      // Somebody else approves a discount, not the owner.
      .filter(({ reason }) =>
        reason === 'approval' ? withApprovals : !otherOwners.includes(row.owner_id ?? ''),
      ),
  )
  return { found, owners, scope: { today: toBusinessDate(now), otherOwners } }
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

function toQuotationEntry({ reason, since }: Found, row: TodayRow, owners: QuotationOwner[]): TodayEntry {
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
