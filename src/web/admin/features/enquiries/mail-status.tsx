import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#contracts/format.ts'
import { mailStatusQuery } from '../../session/requests.ts'

/** A notice that emails to staff are pending or failed; nothing while they are delivered. */
export function MailStatus() {
  const { data } = useQuery(mailStatusQuery)
  if (!data || data.pending + data.failed === 0) return null
  const problems = [
    data.pending > 0 && `${formatMailCount(data.pending)} pending and will be sent again`,
    data.failed > 0 && `${formatMailCount(data.failed)} not delivered`,
  ].filter(Boolean)
  return (
    <p role="status" className="mb-4 text-danger text-sm">
      {`Emails from this site are not delivered: ${problems.join(', ')}. ${data.lastError ?? ''}`}
    </p>
  )
}

const formatMailCount = (count: number) => (count === 1 ? '1 email is' : `${formatCount(count)} emails are`)
