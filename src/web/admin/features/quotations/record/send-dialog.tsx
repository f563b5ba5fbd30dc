import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { toBusinessDate } from '#contracts/business-date.ts'
import { formatDateTime, formatDay } from '#contracts/format.ts'
import { GST_STATES } from '#contracts/gst/states.ts'
import type { EmailText } from '#contracts/mail/mail.ts'
import { createQuotationEmail, EMAIL_LINK, EMAIL_NUMBER } from '#contracts/quotation/email.ts'
import type { IssuedQuotation, Quotation } from '#contracts/quotation/record.ts'
import { getIssueLabel } from '#contracts/quotation/states.ts'
import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import { FormDialog } from '#web/admin/editing/form-dialog.tsx'
import { EmailFields } from '#web/admin/shell/email.tsx'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { siteContentQuery } from '#web/lib/site-content.tsx'
import { toWhatsAppNumber } from '#web/lib/whatsapp-number.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { TextField } from '#web/ui/field.tsx'
import { WhatsAppIcon } from '#web/ui/icons/social-icon.tsx'
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx'
import { formatAmount } from '../format.ts'
import { MissingCompanyDetails, WarningList } from '../missing-settings.tsx'
import { quotationSettingsQuery } from '../requests.ts'
import { useHasMailServer } from '../use-has-mail-server.ts'

interface SendDialogProps {
  quotation: Quotation
  /** What the user should know first, such as a discount above the limit. */
  notice?: string | undefined
  /** `email`: undefined for the usual one. */
  onSend: (options: {
    address: string
    sendEmail: boolean
    email: EmailText | undefined
  }) => Promise<IssuedQuotation>
  onClose: () => void
}

/** Asks how a quotation is sent, and then shows the link to the customer's page. */
export function SendDialog({ quotation, notice, onSend, onClose }: SendDialogProps) {
  const [email, setEmail] = useState(quotation.buyer?.email ?? '')
  const hasMailServer = useHasMailServer()
  const [chosenWay, setWay] = useState<'email' | 'link'>()
  const way = hasMailServer ? (chosenWay ?? (quotation.buyer?.email ? 'email' : 'link')) : 'link'
  const { data: settings } = useQuery(quotationSettingsQuery)
  const { data: content } = useQuery(siteContentQuery)
  const [edited, setEdited] = useState<EmailText>()
  const text =
    edited ?? (settings && content && createText(quotation, content.company, settings.settings.validDays))
  const [issued, setIssued] = useState<IssuedQuotation>()
  if (issued) {
    const email = way === 'email' ? (issued.isEmailed ? 'sent' : 'impossible') : 'none'
    return <SentDialog issued={issued} email={email} onClose={onClose} />
  }
  const send = async () =>
    setIssued(await onSend({ address: email.trim(), sendEmail: way === 'email', email: edited }))
  const { totalInCurrency, currency, placeOfSupply, issueCount, validUntil } = quotation
  const facts = [
    ['Buyer', quotation.buyerName || 'none'],
    ['Total', formatAmount(totalInCurrency, currency)],
    ['Place of supply', placeOfSupply ? GST_STATES[placeOfSupply] : 'none'],
    [
      'Valid until',
      validUntil ? formatDay(validUntil) : (settings && describeValidity(settings.settings.validDays)) || '',
    ],
  ]
  return (
    <FormDialog
      placement="wide"
      title={issueCount > 0 ? `Send ${getIssueLabel(issueCount + 1)}` : 'Send quotation'}
      submitLabel={way === 'email' ? 'Send' : 'Create link'}
      pendingLabel="Sending..."
      onSubmit={send}
      // Stays open: the dialog with the link takes its place.
      onDone={() => {}}
      onClose={onClose}
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5">
        {facts.map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      <WarningList warnings={quotation.warnings.map(({ message }) => message)} />
      {settings && <MissingCompanyDetails {...settings.settings} />}
      {notice && <p className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">{notice}</p>}
      <fieldset className="grid gap-2">
        <legend className="sr-only">How it is sent</legend>
        <Choice checked={way === 'email'} disabled={!hasMailServer} onChoose={() => setWay('email')}>
          Send an email with the link
        </Choice>
        <Choice checked={way === 'link'} onChoose={() => setWay('link')}>
          Only create the link, to send it yourself
        </Choice>
      </fieldset>
      {!hasMailServer && (
        <p className="text-muted text-sm">
          This site cannot send emails yet: it has no mail server. An administrator sets it up on the server
          with SMTP_URL and NOTIFY_EMAIL, as the{' '}
          <Link to={ADMIN_PATHS.dashboard} className="text-link underline">
            checklist of the dashboard
          </Link>{' '}
          says.
        </p>
      )}
      {way === 'email' && (
        <>
          <TextField
            label="To"
            type="email"
            required
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
          {text && (
            <EmailFields
              email={text}
              hint={`The email is sent like this. The link to the quotation takes the place of ${EMAIL_LINK}${quotation.number ? '' : `, its number that of ${EMAIL_NUMBER}`}.`}
              onChange={(change) => setEdited({ ...text, ...change })}
            />
          )}
        </>
      )}
      <p className="text-muted text-sm">What is sent cannot be changed. A revision can be sent later.</p>
    </FormDialog>
  )
}

function Choice({
  checked,
  disabled = false,
  onChoose,
  children,
}: {
  checked: boolean
  disabled?: boolean
  onChoose: () => void
  children: string
}) {
  return (
    <label className={`flex min-h-6 items-center gap-3 ${disabled ? 'text-muted' : ''}`}>
      <input
        type="radio"
        disabled={disabled}
        name="way"
        className="size-5 flex-none accent-marine"
        checked={checked}
        onChange={onChoose}
      />
      {children}
    </label>
  )
}

interface SentDialogProps {
  issued: Pick<IssuedQuotation, 'number' | 'link' | 'buyer'> & { issuedAt?: string | null }
  /** 'impossible': it was wanted, but the site has no mail server. */
  email: 'sent' | 'impossible' | 'none'
  onClose: () => void
}

const DAY_MS = 86_400_000

const getLastDay = (days: number): string => toBusinessDate(new Date(Date.now() + days * DAY_MS))

/** '24 Dec 2026, 30 days from today'. Days are those in India. */
const describeValidity = (days: number): string => `${formatDay(getLastDay(days))}, ${days} days from today`

function createText(
  { number, issueCount, validUntil, buyer }: Quotation,
  company: PublicSiteContent['company'],
  validDays: number,
): EmailText {
  const name = [number ?? EMAIL_NUMBER, issueCount > 0 && getIssueLabel(issueCount + 1)]
  return createQuotationEmail({
    name: name.filter(Boolean).join(' '),
    validUntil: validUntil ?? getLastDay(validDays),
    buyerName: buyer?.name ?? '',
    company,
  })
}

/** The link to the customer's page, to copy or to send by WhatsApp or email. It cannot be read again later. */
export function SentDialog({ issued: { number, link, buyer, issuedAt }, email, onClose }: SentDialogProps) {
  const { data: content } = useQuery(siteContentQuery)
  const text = `Dear ${buyer?.name || 'customer'}, here is our quotation ${number}: ${link}${content ? `\n${content.company.name}` : ''}`
  const phone = toWhatsAppNumber(buyer?.phone ?? '', content?.company.whatsapp ?? '')
  const subject = `Quotation ${number}`
  return (
    <Dialog title={`${number} is ready`} onClose={onClose}>
      <div className="grid gap-4 px-6 pt-3">
        <p>
          {issuedAt && `Issued on ${formatDateTime(issuedAt)}. `}
          {email === 'sent' &&
            `The email to ${buyer?.email} is waiting to be sent; the activity says when it was sent. You can send the link yourself as well.`}
          {email === 'impossible' &&
            'No email was sent, because this site has no mail server. Send the link yourself.'}
          {email === 'none' && 'No email was sent. Send this link to the customer.'}
        </p>
        <CopyField
          label="Link to the customer's page"
          hint="Whoever has it can read the quotation. For safety it is shown only now; you can create another one later."
          value={link}
        />
        <div className="flex flex-wrap gap-3">
          <a
            href={`https://wa.me/${phone ?? ''}?text=${encodeURIComponent(text)}`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('outline', 'sm')}
          >
            <WhatsAppIcon /> WhatsApp
          </a>
          <a
            href={`mailto:${encodeURIComponent(buyer?.email ?? '').replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
            className={buttonClass('outline', 'sm')}
          >
            <Mail aria-hidden="true" size={17} /> Email
          </a>
        </div>
      </div>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  )
}
