import type { EnquiryBody, StaffMember } from '#contracts/enquiry.ts'
import type { EnquiryUpdate } from '#contracts/enquiry-management.ts'
import { badRequest, HttpProblem } from '#server/kernel/problem.ts'

/** Fewer digits are no telephone number, and nobody is recognised by them. */
const MIN_PHONE_DIGITS = 7

/** By these one person's enquiries find each other. Numbers compare by their last ten digits, so +91 does not matter. */
export function getCustomerKeys({ email, phone }: Pick<EnquiryBody, 'email' | 'phone'>) {
  const digits = phone.replace(/\D/g, '').slice(-10)
  return { emailKey: email.trim().toLowerCase(), phoneKey: digits.length < MIN_PHONE_DIGITS ? '' : digits }
}

/** What staff see to in an enquiry. */
export interface EnquiryState {
  status: string
  ownerId: string | null
  nextActionOn: string | null
}

/**
 * What a change makes of an enquiry, and how the log tells it: 'new → contacted, owner nobody → priya'. Undefined when
 * everything is so already. Throws 400 for an owner who is none of the staff.
 */
export function applyChange(
  before: EnquiryState,
  change: EnquiryUpdate,
  staff: StaffMember[],
): { state: EnquiryState; detail: string } | undefined {
  const { status = before.status, ownerId = before.ownerId, nextActionOn = before.nextActionOn } = change
  const getName = (id: string | null) => staff.find((member) => member.id === id)?.name
  if (ownerId !== null && ownerId !== before.ownerId && !getName(ownerId)) {
    throw badRequest('This person has no account here. Please choose another owner.')
  }
  const changes = [
    status !== before.status && `${before.status} → ${status}`,
    ownerId !== before.ownerId &&
      `owner ${getName(before.ownerId) ?? 'nobody'} → ${getName(ownerId) ?? 'nobody'}`,
    nextActionOn !== before.nextActionOn &&
      `next action ${before.nextActionOn ?? 'none'} → ${nextActionOn ?? 'none'}`,
  ].filter((part) => part !== false)
  if (changes.length === 0) return undefined
  return { state: { status, ownerId, nextActionOn }, detail: changes.join(', ') }
}

/** 409: somebody else was quicker. `last` is the newest line of the log about this enquiry. */
export function conflictError(last: { by: string; detail: string } | undefined): HttpProblem {
  const what = last ? `${last.by} has changed this enquiry (${last.detail})` : 'This enquiry was changed'
  return new HttpProblem(409, 'changed-meanwhile', `${what} since you opened it. Nothing was overwritten.`)
}

/** By one of the two at least staff must be able to answer. Throws 400. */
export function checkReachable({ email, phone }: { email: string; phone: string }): void {
  if (!email && !phone) throw badRequest('Please enter a telephone number or an e-mail address.')
}
