import { useQuery } from '@tanstack/react-query'
import type { MailState } from '#contracts/mail.ts'
import { formatCount } from '../../../lib/format.ts'

/** Says quietly that notices by e-mail do not arrive; nothing while they do. */
export function MailLine() {
  const { data } = useQuery<MailState>({ queryKey: ['/api/mail/state'] })
  if (!data || data.waiting + data.failed === 0) return null
  const parts = [
    data.waiting > 0 && `${mails(data.waiting)} waiting and tried again`,
    data.failed > 0 && `${mails(data.failed)} given up`,
  ].filter(Boolean)
  return (
    <p role="status" className="mb-4 text-danger text-sm">
      {`E-mail from this site does not arrive: ${parts.join(', ')}. ${data.lastError ?? ''}`}
    </p>
  )
}

const mails = (count: number) => (count === 1 ? '1 mail is' : `${formatCount(count)} mails are`)
