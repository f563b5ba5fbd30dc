import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { QuotationSettings } from '#contracts/quotation/settings.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'

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

/** What staff should check, each in a sentence; nothing without one. */
export const WarningList = ({ warnings }: { warnings: readonly string[] }) =>
  warnings.map((text) => <Warning key={text}>{text}</Warning>)

const Warning = ({ children }: { children: ReactNode }) => (
  <p className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">{children}</p>
)

const SettingsLink = () => (
  <Link to={ADMIN_PATHS.quotationSettings} className="underline">
    settings of quotations
  </Link>
)
