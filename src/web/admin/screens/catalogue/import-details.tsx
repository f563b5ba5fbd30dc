import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { ItemImportDetails } from '#contracts/bulk-data/item-import.ts'
import { formatBytes, formatDateTime } from '#contracts/format.ts'
import { getErrorStatus, send } from '#web/lib/api/api.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ConfirmDialog } from '../../editing/form-dialog.tsx'
import { LeaveGuard } from '../../editing/leave-guard.tsx'
import { ApplyBar } from '../../features/imports/apply-bar.tsx'
import { useColumnEdits } from '../../features/imports/column-edits.ts'
import { RecognitionPanel } from '../../features/imports/recognition-panel.tsx'
import {
  canForget,
  getImportPath,
  importQuery,
  isBusy,
  SERVER_ERROR_MESSAGE,
  useRowRefresh,
} from '../../features/imports/requests.ts'
import { RowsPanel } from '../../features/imports/rows-panel.tsx'
import { StatusPanel } from '../../features/imports/status-panel.tsx'
import { useTitleFocus } from '../../features/imports/use-title-focus.ts'
import { adminApi } from '../../session/session.ts'
import { LoadError } from '../../shell/load-error.tsx'
import { BackLink, PageHeader } from '../../shell/page-header.tsx'
import { PermittedScreen } from '../../shell/permitted-screen.tsx'

const TITLE = 'Import'

/** One import: what was recognised in its file, what would change, and applying and undoing it. */
export default function ImportDetails() {
  const { importId = '' } = useParams()
  return (
    <PermittedScreen permission="catalogue.edit" title={TITLE} action="import items">
      <BackLink to={ADMIN_PATHS.imports}>Back to imports</BackLink>
      <LoadedImport key={importId} id={importId} />
    </PermittedScreen>
  )
}

function LoadedImport({ id }: { id: string }) {
  const { data: details, error, isPending, refetch } = useQuery(importQuery(id))
  if (isPending) return <Spinner label="Loading..." />
  if (!details)
    return (
      <>
        <PageHeader title={TITLE} />
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
      <LeaveGuard
        unsaved={editor.isEdited}
        message="You have changed how the file is read, and have not read it again."
        onLeave={async () => {}}
      />
    </>
  )
}

interface DeleteButtonProps {
  details: ItemImportDetails
  /** Runs before the request, as the screen is left after it. */
  onDelete: () => void
}

/** Deletes the file and the rows of an import that is not applied, and returns to the list. */
function DeleteButton({ details: { id, fileName }, onDelete }: DeleteButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = async () => {
    onDelete()
    await send(adminApi, 'DELETE', getImportPath(id), undefined, SERVER_ERROR_MESSAGE)
    await navigate(ADMIN_PATHS.imports, { replace: true })
    client.removeQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(getImportPath(id)) })
    showToast({ title: 'Import deleted', description: `'${fileName}' is no longer stored.` })
  }
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden="true" size={16} /> Delete import
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Delete this import?"
          confirmLabel="Delete import"
          tone="danger"
          cancelLabel="Back"
          onConfirm={remove}
          onClose={() => setOpen(false)}
        >
          <p>
            The file and its rows are deleted here. Your items, and the file on your computer, stay as they
            are.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
