import { toBusinessDate } from '#contracts/business-date.ts'
import { removeExtension } from '#contracts/enquiry/contact-details.ts'
import type { Enquiry, EnquiryBody, EnquiryLineBody, StaffMember } from '#contracts/enquiry/enquiry.ts'
import type { EnquiryFilter, EnquiryUpdate } from '#contracts/enquiry/management.ts'
import {
  ENQUIRY_STATUS_LABELS,
  type EnquiryStatus,
  UNANSWERED_AFTER_DAYS,
} from '#contracts/enquiry/status.ts'
import { formatDay } from '#contracts/format.ts'
import { LIMITS } from '#contracts/limits.ts'
import { startOfBusinessDay } from '#server/kernel/business-time.ts'
import { subtractDays, toIso } from '#server/kernel/clock.ts'
import { badRequest, conflict, type HttpProblem } from '#server/kernel/http/problem.ts'
import type { Staff } from '../context.ts'

/** Numbers with fewer digits do not identify a customer. */
const MIN_PHONE_DIGITS = 7
/** Compared digits of a phone number, counted from its end: +91 and a leading 0 make no difference. */
const COMPARED_PHONE_DIGITS = 10

const MESSAGES = {
  unknownOwner: 'This person has no account. Choose another person.',
  forbiddenOwner: 'This person may not edit enquiries. Choose another person.',
  contactRequired: 'Enter a phone number or an email address.',
}

/** The keys by which enquiries of one customer are recognised; a key is '' where it is missing or too short. */
export function getCustomerKeys({ email, phone }: Pick<EnquiryBody, 'email' | 'phone'>) {
  const digits = removeExtension(phone).replace(/\D/g, '').slice(-COMPARED_PHONE_DIGITS)
  return { emailKey: email.trim().toLowerCase(), phoneKey: digits.length < MIN_PHONE_DIGITS ? '' : digits }
}

/** The item of a line; `id` is null for an item that was deleted. */
interface LineItem {
  id: string | null
  name: string
}

export interface RequestedItem extends LineItem {
  /** Published. Any other one gets the reply of one that does not exist, so that nobody can find out about drafts. */
  isOffered: boolean
}

/** A line as it is stored: the requested item with quantity and note. */
export type NewLine = LineItem & Pick<EnquiryLineBody, 'quantity' | 'note'>

/** Returns the lines with their items. Throws 400 for lines whose item is not offered; the errors name these lines. */
export function toNewLines(lines: EnquiryLineBody[], items: (RequestedItem | undefined)[]): NewLine[] {
  const errors = lines.flatMap(({ item }, index) =>
    items[index]?.isOffered
      ? []
      : [{ field: `lines.${index}.item`, message: describeUnknownItem(index, item) }],
  )
  if (errors[0]) throw badRequest(errors[0].message, errors)
  return lines.map(({ quantity, note }, index) => {
    const { id, name } = items[index]!
    return { id, name, quantity, note }
  })
}

const describeUnknownItem = (index: number, key: string) =>
  `Line ${index + 1} (${key}) is not in our catalogue. Remove it and send the enquiry again.`

/** Returns the 400 for an attachment, counted from 0, that is unknown, expired or sent with another enquiry. */
export const missingAttachment = (index: number): HttpProblem => {
  const message = `We no longer have file ${index + 1}: you sent it before, or attached it more than a day ago. Attach it again.`
  return badRequest(message, [{ field: `attachments.${index}`, message }])
}

/** The texts of an enquiry: column and field. */
export const TEXT_FIELDS = [
  ['first_name', 'firstName'],
  ['last_name', 'lastName'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['service', 'service'],
  ['message', 'message'],
  ['company', 'company'],
  ['gstin', 'gstin'],
  ['place', 'place'],
] as const

type Texts = Record<(typeof TEXT_FIELDS)[number][0], string>

/** Returns the columns of the texts; missing ones are ''. */
export const toTextColumns = (enquiry: EnquiryBody): Texts =>
  Object.fromEntries(TEXT_FIELDS.map(([column, field]) => [column, enquiry[field] ?? ''])) as Texts

interface EarlierEnquiry extends Texts {
  lines: NewLine[]
  /** Ids. */
  attachments: string[]
}

/** Whether an enquiry is the repetition of a stored one. `requestedItems` are the present items of its lines. */
export function isSameEnquiry(
  earlier: EarlierEnquiry,
  { enquiry, requestedItems }: { enquiry: EnquiryBody; requestedItems: (RequestedItem | undefined)[] },
): boolean {
  const { lines = [], attachments = [] } = enquiry
  const texts = toTextColumns(enquiry)
  return (
    TEXT_FIELDS.every(([column]) => earlier[column] === texts[column]) &&
    earlier.attachments.join() === [...new Set(attachments)].join() &&
    earlier.lines.length === lines.length &&
    earlier.lines.every(
      (line, index) =>
        line.quantity === lines[index]!.quantity &&
        line.note === lines[index]!.note &&
        isSameItem(line, requestedItems[index]),
    )
  )
}

/** The item of a stored line may have been deleted since; then its name is compared, as far as it is known. */
const isSameItem = (stored: LineItem, requested: RequestedItem | undefined) =>
  stored.id === null ? !requested || requested.name === stored.name : requested?.id === stored.id

/** A filter whose conditions about time are resolved. */
export interface EnquiryCriteria extends Omit<EnquiryFilter, 'due' | 'unanswered' | 'from' | 'to'> {
  /** Received at this time or later, UTC. */
  receivedSince?: string | undefined
  /** Received before this time, UTC. */
  receivedBefore?: string | undefined
  /** Open enquiries with a follow-up date up to this day in India. */
  dueBy?: string | undefined
  /** New enquiries received before this time, UTC. */
  unansweredSince?: string | undefined
  /** Without the enquiries of these accounts. */
  otherOwners?: string[] | undefined
}

/** Resolves a filter at the time `now`. */
export const toCriteria = (
  { due, unanswered, from, to, ...filter }: EnquiryFilter,
  now: Date,
): EnquiryCriteria => ({
  ...filter,
  receivedSince: from && toIso(startOfBusinessDay(from)),
  receivedBefore: to && toIso(startOfBusinessDay(to, 1)),
  dueBy: due === 'true' ? toBusinessDate(now) : undefined,
  unansweredSince: unanswered === 'true' ? toIso(subtractDays(now, UNANSWERED_AFTER_DAYS)) : undefined,
})

/** Returns an enquiry as lists show it: a longer message is cut after 300 characters and ends in '…'. */
export function toPreview(enquiry: Enquiry): Enquiry {
  if (enquiry.message.length <= LIMITS.messagePreviewLength) return enquiry
  // Half of a surrogate pair would be no valid text.
  const start = enquiry.message.slice(0, LIMITS.messagePreviewLength).replace(/[\uD800-\uDBFF]$/, '')
  return { ...enquiry, message: `${start.trimEnd()}…` }
}

/** A member of staff. Owners who lost the permission to edit enquiries remain until staff choose another one. */
export type OwnerCandidate = Omit<Staff, 'email'>

const canEdit = ({ permissions }: OwnerCandidate): boolean => permissions.includes('enquiries.edit')

/** Returns the members of staff who can become the owner of an enquiry. */
export const listPossibleOwners = (staff: OwnerCandidate[]): StaffMember[] =>
  staff.filter(canEdit).map(({ id, name }) => ({ id, name }))

/** The fields of an enquiry that staff change. */
export interface EnquiryState {
  status: EnquiryStatus
  ownerId: string | null
  nextActionOn: string | null
}

/**
 * Returns the state after an update and the detail for the audit log, 'New → Contacted, in charge none → priya', or undefined
 * when nothing changes. Throws 400 for a new owner without an account that may edit enquiries.
 */
export function applyUpdate(
  before: EnquiryState,
  update: EnquiryUpdate,
  staff: OwnerCandidate[],
): { state: EnquiryState; detail: string } | undefined {
  const { status = before.status, ownerId = before.ownerId, nextActionOn = before.nextActionOn } = update
  const findMember = (id: string | null) => staff.find((member) => member.id === id)
  const getName = (id: string | null) => findMember(id)?.name ?? 'none'
  if (ownerId !== null && ownerId !== before.ownerId) {
    const owner = findMember(ownerId)
    if (!owner) throw badRequest(MESSAGES.unknownOwner)
    if (!canEdit(owner)) throw badRequest(MESSAGES.forbiddenOwner)
  }
  const changes = [
    status !== before.status && `${ENQUIRY_STATUS_LABELS[before.status]} → ${ENQUIRY_STATUS_LABELS[status]}`,
    ownerId !== before.ownerId && `in charge ${getName(before.ownerId)} → ${getName(ownerId)}`,
    nextActionOn !== before.nextActionOn &&
      `follow-up date ${nameDay(before.nextActionOn)} → ${nameDay(nextActionOn)}`,
  ].filter((change) => change !== false)
  if (changes.length === 0) return undefined
  return { state: { status, ownerId, nextActionOn }, detail: changes.join(', ') }
}

const nameDay = (day: string | null) => (day === null ? 'none' : formatDay(day))

/** Returns the 409 for an update of an older revision; `last` is the newest audit log entry of the enquiry. */
export function conflictError(last: { by: string; detail: string } | undefined): HttpProblem {
  const change = last ? `${last.by} changed this enquiry (${last.detail})` : 'This enquiry was changed'
  return conflict('changed-meanwhile', `${change} after you opened it. Your change was not saved.`)
}

/** Throws 400 when an enquiry has neither an email address nor a phone number. */
export function checkReachable({ email, phone }: { email: string; phone: string }): void {
  if (!email && !phone) throw badRequest(MESSAGES.contactRequired)
}
