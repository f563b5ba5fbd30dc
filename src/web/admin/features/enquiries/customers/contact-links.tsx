import { useQuery } from '@tanstack/react-query'
import { Mail, Phone } from 'lucide-react'
import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import { toTelLink } from '#contracts/format.ts'
import { siteContentQuery } from '#web/lib/site-content.tsx'
import { toWhatsAppNumber } from '#web/lib/whatsapp-number.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { WhatsAppIcon } from '#web/ui/icons/social-icon.tsx'
import { formatFullName, getEnquirySubject } from '../labels.ts'

const SIZES = {
  xs: {
    listClass: '',
    linkClass:
      'inline-flex size-6 items-center justify-center rounded-md text-link hover:bg-marine-soft max-lg:size-11',
  },
  sm: { listClass: 'gap-1.5', linkClass: buttonClass('outline', 'sm', 'size-9 px-0') },
  lg: { listClass: 'flex-wrap gap-3', linkClass: buttonClass('outline', 'sm') },
}

interface ContactLinksProps {
  customer: Pick<Enquiry['customer'], 'firstName' | 'lastName' | 'email' | 'phone'>
  /** The enquiry that the message names: the newest one of a customer with several. */
  enquiry?: Pick<Enquiry, 'item' | 'lines' | 'service'> | undefined
}

/** Links to call, to write on WhatsApp and to write an email; those of the size `lg` have labels. */
export function ContactLinks({
  customer,
  enquiry,
  size = 'sm',
}: ContactLinksProps & { size?: keyof typeof SIZES }) {
  const { data: content } = useQuery(siteContentQuery)
  const company = content?.company
  const name = formatFullName(customer)
  const subject = (enquiry && getEnquirySubject(enquiry)) || 'our machines'
  const number = toWhatsAppNumber(customer.phone, company?.whatsapp ?? '')
  const text = `Hello ${customer.firstName}, thank you for your enquiry about ${subject}.${company ? ` ${company.name}` : ''}`
  const links = [
    number && { label: 'Call', to: toTelLink(customer.phone), Icon: CallIcon, hint: customer.phone },
    number && {
      label: 'WhatsApp',
      to: `https://wa.me/${number}?text=${encodeURIComponent(text)}`,
      Icon: WhatsAppIcon,
      hint: 'WhatsApp',
    },
    customer.email && {
      label: 'Email',
      to: `mailto:${encodeURIComponent(customer.email).replace('%40', '@')}?subject=${encodeURIComponent(`Your enquiry: ${subject}`)}`,
      Icon: MailIcon,
      hint: customer.email,
    },
  ].filter((link) => typeof link === 'object')
  const { listClass, linkClass } = SIZES[size]
  return (
    <div className={`flex ${listClass}`}>
      {links.map(({ label, to, Icon, hint }) => (
        <a
          key={label}
          href={to}
          {...(to.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
          aria-label={`${label}: ${name}`}
          data-tooltip={hint}
          className={linkClass}
        >
          <Icon />
          {size === 'lg' && label}
        </a>
      ))}
    </div>
  )
}

const CallIcon = () => <Phone aria-hidden="true" size={17} />
const MailIcon = () => <Mail aria-hidden="true" size={17} />
