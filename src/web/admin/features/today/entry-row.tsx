import { Check, Mail, Phone } from 'lucide-react'
import { Link } from 'react-router'
import type { TodayEntry } from '#contracts/enquiry/today.ts'
import { formatDateTime, formatDay, formatRupees, toTelLink } from '#contracts/format.ts'
import { ADMIN_PATHS, toQuotationPath } from '#web/lib/navigation/admin-paths.ts'
import { toWhatsAppNumber } from '#web/lib/whatsapp-number.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { WhatsAppIcon } from '#web/ui/icons/social-icon.tsx'
import { can, useCurrentUser } from '../../session/session.ts'
import { describeSince, formatAgo } from './describe-since.ts'
import { createMessage } from './email-templates.ts'
import { useMarkContacted } from './use-mark-contacted.ts'
import { useMarkDone } from './use-mark-done.ts'
import { useSender } from './use-sender.ts'

interface EntryProps {
  entry: TodayEntry
  /** Opens the email to the customer. */
  onWrite: () => void
}

/** On a phone, all buttons of an entry fit in one row without these labels. */
const LABEL_CLASS = 'max-sm:sr-only'

/** One enquiry or quotation with the ways to reach its customer. */
export function EntryRow({ entry, withOwner, onWrite }: EntryProps & { withOwner: boolean }) {
  const { title, customer, detail, since, total, owner, emailedAt } = entry
  const now = new Date()
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-line border-t py-3 first:border-t-0 first:pt-0 last:pb-0">
      <p className="wrap-anywhere font-semibold">
        <span className="mr-2">{customer.name || 'Customer not named'}</span>
        <span className="whitespace-nowrap font-normal text-muted text-sm">{title}</span>
      </p>
      <p className="text-right font-head font-semibold text-base tabular-nums">
        {total !== null && formatRupees(total)}
      </p>
      <div className="col-span-2 min-w-0 text-compact lg:col-span-1">
        <p className="wrap-anywhere line-clamp-2 whitespace-pre-line">{detail}</p>
        <p className="text-muted text-sm">
          <time dateTime={since} title={since.includes('T') ? formatDateTime(since) : formatDay(since)}>
            {describeSince(entry, now)}
          </time>
          {emailedAt && `, last email ${formatAgo(emailedAt, now)}`}
          {withOwner && `, ${owner?.name ?? 'nobody in charge'}`}
        </p>
      </div>
      <EntryActions entry={entry} onWrite={onWrite} />
    </li>
  )
}

function EntryActions({ entry, onWrite }: EntryProps) {
  const { reason, subject, customer, title } = entry
  const user = useCurrentUser()
  const { sender, ownWhatsApp } = useSender()
  const contacted = useMarkContacted(entry)
  const done = useMarkDone(entry)
  const canEdit = can(user, subject === 'enquiry' ? 'enquiries.edit' : 'quotations.edit')
  // A discount is decided inside the company.
  const isReachable = reason !== 'approval'
  const number = isReachable && toWhatsAppNumber(customer.phone, ownWhatsApp)
  const of = `${customer.name || title}, ${title}`
  const linkClass = buttonClass('outline', 'sm')
  return (
    <div className="col-span-2 mt-1 flex flex-wrap items-end gap-2 lg:col-span-1 lg:mt-0 lg:justify-end">
      {number && (
        <>
          <a href={toTelLink(customer.phone)} aria-label={`Call: ${of}`} className={linkClass}>
            <Phone aria-hidden="true" size={17} /> <span className={LABEL_CLASS}>Call</span>
          </a>
          <a
            href={`https://wa.me/${number}?text=${encodeURIComponent(createMessage(entry, sender))}`}
            target="_blank"
            rel="noreferrer"
            aria-label={`WhatsApp: ${of}`}
            className={linkClass}
          >
            <WhatsAppIcon /> <span className={LABEL_CLASS}>WhatsApp</span>
          </a>
        </>
      )}
      {isReachable && canEdit && customer.email && (
        <Button variant="outline" size="sm" aria-label={`Email: ${of}`} onClick={onWrite}>
          <Mail aria-hidden="true" size={17} /> <span className={LABEL_CLASS}>Email</span>
        </Button>
      )}
      {reason === 'unanswered' && canEdit && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Mark as contacted: ${of}`}
          disabled={contacted.isPending}
          onClick={() => contacted.send()}
        >
          <Check aria-hidden="true" size={17} /> Contacted
        </Button>
      )}
      {(reason === 'question' || reason === 'declined') && canEdit && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Mark as done: ${of}`}
          disabled={done.isPending}
          onClick={() => done.send()}
        >
          <Check aria-hidden="true" size={17} /> Done
        </Button>
      )}
      <Link to={toPath(entry)} aria-label={`Open: ${of}`} className={buttonClass('secondary', 'sm')}>
        Open
      </Link>
    </div>
  )
}

/** The screen of an enquiry is that of its customer. */
const toPath = ({ subject, id, customer }: TodayEntry): string =>
  subject === 'enquiry'
    ? `${ADMIN_PATHS.customers}/${encodeURIComponent(customer.id ?? '')}`
    : toQuotationPath(id)
