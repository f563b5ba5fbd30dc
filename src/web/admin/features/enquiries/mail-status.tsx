import { useQuery } from '@tanstack/react-query'
import type { MailStatus as MailStatusData } from '#contracts/mail.ts'
import { formatCount } from '#web/lib/format.ts'

/** Says quietly that notices by e-mail do not arrive; nothing while they do. */
export function MailStatus() {
  const { data } = useQuery<MailStatusData>({ queryKey: ['/api/mail/state'] })
  if (!data || data.pending + data.failed === 0) return null
  const problems = [
    data.pending > 0 && `${pluralizeMails(data.pending)} waiting and tried again`,
    data.failed > 0 && `${pluralizeMails(data.failed)} given up`,
  ].filter(Boolean)
  return (
    <p role="status" className="mb-4 text-danger text-sm">
      {`E-mail from this site does not arrive: ${problems.join(', ')}. ${data.lastError ?? ''}`}
    </p>
  )
}

const pluralizeMails = (count: number) => (count === 1 ? '1 mail is' : `${formatCount(count)} mails are`)
