import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { QuotationSettings } from '#contracts/quotation-settings.ts'
import { ADMIN_PATHS } from '#web/lib/admin-paths.ts'

/** The warning that an export is quoted without tax although the settings have no letter of undertaking. */
export const MissingUndertaking = ({ className = '' }: { className?: string }) => (
  <Warning className={className}>
    An export without tax needs a letter of undertaking (LUT), and the settings have none. Please enter its
    number and date in the <SettingsLink /> before you send this.
  </Warning>
)

/** The warning that a document lacks details of the company that buyers need; nothing if the settings have them. */
export function MissingCompanyDetails({ gstin, bank }: Pick<QuotationSettings, 'gstin' | 'bank'>) {
  const missing = [...(gstin ? [] : ['GSTIN']), ...(bank.accountNumber ? [] : ['bank account'])]
  if (missing.length === 0) return null
  return (
    <Warning>
      {`The document has no ${missing.join(' and no ')} of your company, because the `}
      <SettingsLink /> have none.
    </Warning>
  )
}

const Warning = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <p className={`rounded-md bg-warning-soft px-3 py-2 text-sm text-warning ${className}`}>{children}</p>
)

const SettingsLink = () => (
  <Link to={ADMIN_PATHS.quotationSettings} className="underline">
    settings of quotations
  </Link>
)
