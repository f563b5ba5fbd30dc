import { MailCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { truncate } from '#contracts/format.ts'
import { t } from '#messages/messages.ts'
import { useSiteContent } from '#web/lib/site-content.tsx'
import { NONE_UNAVAILABLE, type SentEnquiry } from './enquiry-form.ts'

const MAX_MESSAGE_LENGTH = 600

/** What was sent, under which number, and when to expect a reply. It takes the focus. */
export function Confirmation({ sent }: { sent: SentEnquiry }) {
  const { reference, statusPath, message, lines, files = [], unavailable = NONE_UNAVAILABLE } = sent
  const { company, contact } = useSiteContent()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  const items = lines.filter(({ name }) => !unavailable.names.includes(name))
  const hours = company.hours.map((line) => `${line.days} ${line.hours}`).join(', ')
  return (
    <section
      aria-labelledby="sent-title"
      className="wrap-anywhere mb-8 border border-line border-t-3 border-t-success"
    >
      <div className="millimetre-paper grid gap-4 p-6">
        <h3
          id="sent-title"
          ref={heading}
          tabIndex={-1}
          className="flex items-center gap-2.5 text-h3 focus:outline-0"
        >
          <MailCheck aria-hidden="true" size={26} className="flex-none text-success" /> {t('Enquiry sent')}
        </h3>
        <div>
          <p className="text-muted">{t('Your reference number')}</p>
          <p className="font-head font-semibold text-title leading-tight">{reference}</p>
        </div>
        <p>
          {t('We reply {time}, by phone or email. Mention this number when you contact us.', {
            time: contact.replyTime,
          })}
          {hours && (
            <span className="mt-1 block text-muted text-sm">{t('Business hours: {hours}', { hours })}</span>
          )}
        </p>
      </div>
      <dl className="border-line border-t px-6">
        {items.length > 0 && (
          <Row label={items.length === 1 ? t('Item') : t('Items')}>
            <ul className="grid gap-1">
              {items.map(({ item, name, quantity, note }) => (
                <li key={item} className="flex justify-between gap-4">
                  <span>
                    {name}
                    {note && <span className="block text-muted text-sm">{note}</span>}
                  </span>
                  <span className="whitespace-nowrap tabular-nums">{`× ${quantity}`}</span>
                </li>
              ))}
            </ul>
          </Row>
        )}
        {unavailable.names.length > 0 && (
          <Row label={t('No longer available')}>
            {unavailable.names.join(', ')}
            {unavailable.omitted > 0 && (
              <p className="font-semibold">
                {t(
                  '{count, plural, one {Your message had no space for the last of these. Tell us about them when we reply.} other {Your message had no space for the last # of these. Tell us about them when we reply.}}',
                  { count: unavailable.omitted },
                )}
              </p>
            )}
          </Row>
        )}
        {files.length > 0 && (
          <Row label={files.length === 1 ? t('File') : t('Files')}>
            <ul>
              {files.map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and the list does not change
                <li key={index}>{name}</li>
              ))}
            </ul>
          </Row>
        )}
        {message.trim() && (
          <Row label={t('Message')}>
            <p className="whitespace-pre-line">{truncate(message.trim(), MAX_MESSAGE_LENGTH)}</p>
          </Row>
        )}
      </dl>
      {statusPath && (
        <div className="px-6 py-5">
          <a href={statusPath} className="button button-secondary">
            {t('Follow this enquiry')}
          </a>
        </div>
      )}
    </section>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-1 border-line border-b py-4 sm:grid-cols-[6rem_1fr]">
      <dt className="font-head font-medium text-label text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
