import { t } from '#messages/messages.ts'

interface SendLinksProps {
  subject: string
  /** The lines of the message. */
  lines: string[]
  className?: string
}

/** Links that send a message to somebody whom the visitor chooses, by email or WhatsApp. */
export function SendLinks({ subject, lines, className }: SendLinksProps) {
  // RFC 6068 asks for CRLF in the body of an email.
  const email = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n'))}`
  return (
    <>
      <a href={email} className={className}>
        {t('Email')}
      </a>
      <a
        href={`https://wa.me/?text=${encodeURIComponent(lines.join('\n'))}`}
        rel="noopener"
        aria-label={t('Send by WhatsApp')}
        className={className}
      >
        {t('WhatsApp')}
      </a>
    </>
  )
}
