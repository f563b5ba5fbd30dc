import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ItemImportDetails } from '#contracts/item-import.ts'
import { ADMIN_PATHS } from '#web/lib/admin-paths.ts'
import { send } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '../layout/confirm-dialog.tsx'
import { showErrorToast } from '../layout/error-toast.ts'
import { adminApi } from '../session/session.ts'
import { getImportPath, SERVER_ERROR_MESSAGE } from './queries.ts'

interface DeleteButtonProps {
  details: ItemImportDetails
  /** Runs before the request, as the screen is left after it. */
  onDelete: () => void
}

/** Deletes the file and the rows of an import that is not applied, and returns to the list. */
export function DeleteButton({ details: { id, fileName }, onDelete }: DeleteButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const close = () => setOpen(false)
  const request = useGuardedMutation({
    mutationFn: () => send(adminApi, 'DELETE', getImportPath(id), undefined, SERVER_ERROR_MESSAGE),
    onSuccess: async () => {
      await navigate(ADMIN_PATHS.imports, { replace: true })
      client.removeQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(getImportPath(id)) })
      showToast({ title: 'Import deleted', description: `'${fileName}' is no longer stored.` })
    },
    onError: (error) => showErrorToast(error, 'Not deleted'),
  })
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
          isPending={request.isPending}
          onConfirm={() => {
            onDelete()
            request.send()
          }}
          onClose={close}
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
