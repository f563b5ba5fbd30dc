import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { FindingPage } from '#contracts/bulk-data/quality.ts'
import { countOf } from '#contracts/format.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { jsonQuery } from '../../session/requests.ts'
import { can, useCurrentUser } from '../../session/session.ts'

/** How many findings about the quality of data there are; nothing without any or without the permission. */
export function DataQualityLink() {
  const canRead = can(useCurrentUser(), 'catalogue.read')
  const { data } = useQuery({ ...jsonQuery<FindingPage>('/api/quality/findings?limit=0'), enabled: canRead })
  if (!data || data.total === 0) return null
  return (
    <p className="mt-3 border-line border-t pt-3 text-compact">
      <Link
        to={ADMIN_PATHS.dataQuality}
        className="inline-flex min-h-6 items-center text-link hover:underline"
      >
        {`Data quality: ${countOf(data.total, 'finding')}`}
      </Link>
    </p>
  )
}
