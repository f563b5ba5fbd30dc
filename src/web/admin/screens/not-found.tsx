import { Link } from 'react-router'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeader } from '../shell/page-header.tsx'

/** The screen of an address below /admin that has none. */
export default function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" subtitle="There is no screen at this address." />
      <Link to={ADMIN_PATHS.dashboard} className={buttonClass()}>
        Go to the dashboard
      </Link>
    </>
  )
}
