import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatCount } from '#contracts/format.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { can, useCurrentUser } from '../../session/session.ts'
import { todayCountQuery } from '../../shell/navigation/nav-badges.ts'

/** How much waits in the user's list of today; nothing without any or without the permission. */
export function TodayLink() {
  const canRead = can(useCurrentUser(), 'quotations.read')
  const { data } = useQuery({ ...todayCountQuery, enabled: canRead })
  const count = data?.count ?? 0
  if (count === 0) return null
  return (
    <p className="mt-3 border-line border-t pt-3 text-compact">
      <Link to={ADMIN_PATHS.today} className="inline-flex min-h-6 items-center text-link hover:underline">
        {`Today: ${formatCount(count)} ${count === 1 ? 'enquiry or quotation' : 'enquiries and quotations'}`}
      </Link>
    </p>
  )
}
