import { useQuery } from '@tanstack/react-query'
import { Mail, Phone } from 'lucide-react'
import type { Enquiry } from '#contracts/enquiry.ts'
import { telephoneLink } from '../../../lib/format.ts'
import { siteContentQuery } from '../../../lib/site-content.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { WhatsAppIcon } from '../../../ui/social-icon.tsx'
import { fullName, subjectOf } from './words.ts'

const NATIONAL_DIGITS = 10

/** Fewer digits are no telephone number. */
const LEAST_DIGITS = 7

interface Contact {
  customer: Pick<Enquiry['customer'], 'firstName' | 'lastName' | 'email' | 'phone'>
  /** What to name in the message; the newest enquiry where a person has several. */
  enquiry?: Pick<Enquiry, 'item' | 'service'> | undefined
}

/** One click each to telephone, to write on WhatsApp and to write an e-mail; `large` with words. */
export function ContactLinks({ customer, enquiry, large = false }: Contact & { large?: boolean }) {
  const { data: content } = useQuery(siteContentQuery)
  const firm = content?.company
  const name = fullName(customer)
  const subject = (enquiry && subjectOf(enquiry)) || 'our machines'
  const number = whatsAppNumber(customer.phone, firm?.whatsapp ?? '')
  const text = `Hello ${customer.firstName}, thank you for your enquiry about ${subject}.${firm ? ` ${firm.name}` : ''}`
  const links = [
    number && { label: 'Call', to: telephoneLink(customer.phone), Icon: CallSign, hint: customer.phone },
    number && {
      label: 'WhatsApp',
      to: `https://wa.me/${number}?text=${encodeURIComponent(text)}`,
      Icon: WhatsAppIcon,
      hint: 'WhatsApp',
    },
    customer.email && {
      label: 'E-mail',
      to: `mailto:${encodeURIComponent(customer.email).replace('%40', '@')}?subject=${encodeURIComponent(`Your enquiry: ${subject}`)}`,
      Icon: MailSign,
      hint: customer.email,
    },
  ].filter((link) => typeof link === 'object')
  return (
    <div className={`flex ${large ? 'flex-wrap gap-3' : 'gap-1.5'}`}>
      {links.map(({ label, to, Icon, hint }) => (
        <a
          key={label}
          href={to}
          {...(to.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
          aria-label={`${label}: ${name}`}
          data-tooltip={hint}
          className={buttonClass('outline', 'sm', large ? '' : 'size-9 px-0')}
        >
          <Icon />
          {large && label}
        </a>
      ))}
    </div>
  )
}

const CallSign = () => <Phone aria-hidden="true" size={17} />
const MailSign = () => <Mail aria-hidden="true" size={17} />

/**
 * Digits with the country code, as wa.me wants them: '098400 12345' is a number of the firm's own country.
 * Undefined when it is no number.
 */
export function whatsAppNumber(phone: string, firmNumber: string): string | undefined {
  const digits = phone.replace(/\D/g, '')
  if (digits.length < LEAST_DIGITS) return undefined
  if (phone.trim().startsWith('+')) return digits
  if (digits.startsWith('00')) return digits.slice(2)
  const national = digits.replace(/^0/, '')
  const country = firmNumber.replace(/\D/g, '').slice(0, -NATIONAL_DIGITS)
  return national.length === NATIONAL_DIGITS ? country + national : digits
}
