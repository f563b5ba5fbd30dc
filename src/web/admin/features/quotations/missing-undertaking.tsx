import { Link } from 'react-router'
import { ADMIN_PATHS } from '#web/lib/admin-paths.ts'

/** The warning that an export is quoted without tax although the settings have no letter of undertaking. */
export function MissingUndertaking({ className = '' }: { className?: string }) {
  return (
    <p className={`rounded-md bg-warning-soft px-3 py-2 text-sm text-warning ${className}`}>
      An export without tax needs a letter of undertaking (LUT), and the settings have none. Please enter its
      number and date in the{' '}
      <Link to={ADMIN_PATHS.quotationSettings} className="underline">
        settings of quotations
      </Link>{' '}
      before you send this.
    </p>
  )
}
