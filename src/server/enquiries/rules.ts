import type { EnquiryBody } from '#contracts/enquiry.ts'

/** Fewer digits are no telephone number, and nobody is recognised by them. */
const LEAST_DIGITS = 7

/** By these one person's enquiries find each other. Numbers compare by their last ten digits, so +91 does not matter. */
export function customerKeys({ email, phone }: Pick<EnquiryBody, 'email' | 'phone'>) {
  const digits = phone.replace(/\D/g, '').slice(-10)
  return { emailKey: email.trim().toLowerCase(), phoneKey: digits.length < LEAST_DIGITS ? '' : digits }
}
