import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formatBytes, formatDateTime } from '#contracts/format.ts'
import type { ItemImportDetails } from '#contracts/item-import.ts'
import { ADMIN_PATHS } from '../../lib/admin-paths.ts'
import { getErrorStatus } from '../../lib/api.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { ApplyBar } from '../features/imports/apply-bar.tsx'
import { DeleteButton } from '../features/imports/delete-button.tsx'
import { NoImportPermission } from '../features/imports/no-permission.tsx'
import { canForget, importQuery, isBusy } from '../features/imports/queries.ts'
import { RecognitionPanel } from '../features/imports/recognition-panel.tsx'
import { RowsPanel } from '../features/imports/rows-panel.tsx'
import { StatusPanel } from '../features/imports/status-panel.tsx'
import { useColumnEdits } from '../features/imports/use-column-edits.ts'
import { useRowRefresh } from '../features/imports/use-row-refresh.ts'
import { useTitleFocus } from '../features/imports/use-title-focus.ts'
import { LoadError } from '../features/layout/load-error.tsx'
import { BackLink, PageHeader } from '../features/layout/page-header.tsx'
import { UnsavedChangesPrompt } from '../features/layout/unsaved-changes-prompt.tsx'
import { RequirePermission } from '../features/session/require-permission.tsx'

/** One import: what was recognised in its file, what would change, and applying and undoing it. */
export default function ImportDetails() {
  const { importId = '' } = useParams()
  return (
    <>
      <BackLink to={ADMIN_PATHS.imports}>Back to imports</BackLink>
      <RequirePermission
        permission="catalogue.edit"
        fallback={
          <>
            <PageHeader title="Import" />
            <NoImportPermission />
          </>
        }
      >
        <LoadedImport key={importId} id={importId} />
      </RequirePermission>
    </>
  )
}

function LoadedImport({ id }: { id: string }) {
  const { data: details, error, isPending, refetch } = useQuery(importQuery(id))
  if (isPending) return <Spinner label="Loading..." />
  if (!details)
    return (
      <>
        <PageHeader title="Import" />
        {getErrorStatus(error) === 404 ? (
          <p role="alert">This import does not exist, or it was deleted.</p>
        ) : (
          error && <LoadError subject="The import" error={error} onRetry={refetch} />
        )}
      </>
    )
  return (
    <>
      {error && (
        <div className="mb-4">
          <LoadError subject="The present state of the import" error={error} onRetry={refetch} />
        </div>
      )}
      <Steps details={details} />
    </>
  )
}

function Steps({ details }: { details: ItemImportDetails }) {
  useTitleFocus()
  useRowRefresh(details)
  const editor = useColumnEdits(details)
  const { fileName, by, bytes, createdAt, state, sheets } = details
  const hasRows = state !== 'reading' && state !== 'mapping'
  return (
    <>
      <PageHeader
        title={fileName}
        subtitle={`Imported by ${by}, ${formatDateTime(createdAt)}, ${formatBytes(bytes)}`}
      >
        {canForget(details) && <DeleteButton details={details} onDelete={editor.discard} />}
      </PageHeader>
      <StatusPanel details={details} />
      {sheets.length > 0 && state !== 'reading' && <RecognitionPanel details={details} editor={editor} />}
      {hasRows && <RowsPanel details={details} />}
      {hasRows && !isBusy(details) && <ApplyBar details={details} isOutdated={editor.isEdited} />}
      <UnsavedChangesPrompt
        unsaved={editor.isEdited}
        message="You have changed how the file is read, and have not read it again."
        onLeave={async () => {}}
      />
    </>
  )
}
