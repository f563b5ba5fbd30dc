import { useQuery } from '@tanstack/react-query'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { quotationSettingsQuery } from '../../features/quotations/requests.ts'
import { SettingsForm } from '../../features/quotations/settings-form.tsx'
import { can, useCurrentUser } from '../../session/session.ts'
import { LoadError } from '../../shell/load-error.tsx'
import { BackLink, PageHeader } from '../../shell/page-header.tsx'

/** The settings of quotations, which people without the permission can read. */
export default function QuotationSettings() {
  const { data, error, isFetchedAfterMount, refetch } = useQuery(quotationSettingsQuery)
  const canEdit = can(useCurrentUser(), 'settings.edit')
  return (
    <>
      <BackLink to={ADMIN_PATHS.quotations}>Back to quotations</BackLink>
      <PageHeader
        title="Settings of quotations"
        subtitle={canEdit ? '' : 'Your account can read them. An editor or owner can change them.'}
      />
      {/* A form must start from the current revision. */}
      {data && isFetchedAfterMount ? (
        <SettingsForm loaded={data} canEdit={canEdit} />
      ) : error ? (
        <LoadError subject="The settings" error={error} onRetry={refetch} />
      ) : (
        <Spinner label="Loading..." />
      )}
    </>
  )
}
