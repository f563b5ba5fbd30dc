import type { EnquiryBody } from '#contracts/enquiry.ts'

/** By these one person's enquiries find each other. Numbers compare by their last ten digits, so +91 does not matter. */
export function customerKeys({ email, phone }: Pick<EnquiryBody, 'email' | 'phone'>) {
  return { emailKey: email.trim().toLowerCase(), phoneKey: phone.replace(/\D/g, '').slice(-10) }
}
