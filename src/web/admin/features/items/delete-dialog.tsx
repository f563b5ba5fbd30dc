import { useQuery } from '@tanstack/react-query'
import type { AdminItem, ItemUsage } from '#contracts/admin-item.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { send } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { showErrorToast } from '../layout/error-toast.ts'
import { adminApi } from '../session/session.ts'

interface DeleteDialogProps {
  item: AdminItem
  onDeleted: () => void
  onClose: () => void
}

/** Asks before an item is deleted permanently, and lists where it is used. */
export function DeleteDialog({ item, onDeleted, onClose }: DeleteDialogProps) {
  const path = `/api/items/${item.id}`
  const remove = useGuardedMutation({
    mutationFn: () => send(adminApi, 'DELETE', path),
    onSuccess: () => {
      showToast({ title: `${item.name} is deleted` })
      onDeleted()
    },
    onError: (error) => void showErrorToast(error),
  })
  // While the item is being deleted, an invalidation must not request its usage again.
  const { data: usages, isError } = useQuery<ItemUsage>({
    queryKey: [`${path}/uses`],
    enabled: !remove.isPending,
    gcTime: 0,
  })
  return (
    <Dialog title={`Delete ${item.name} permanently?`} role="alertdialog" tone="danger" onClose={onClose}>
      <div className="grid gap-2 px-6 pt-3">
        <p>Its history and its URLs are deleted as well. This cannot be undone.</p>
        {isError && <p>Its use in enquiries and other items could not be checked.</p>}
        {usages && listWarnings(usages).map((warning) => <p key={warning}>{warning}</p>)}
      </div>
      <DialogActions>
        <Button variant="outline" autoFocus onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="destructive"
          onClick={() => remove.send()}
          disabled={remove.isPending || (!usages && !isError)}
        >
          {remove.isPending ? 'Deleting...' : 'Delete permanently'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function listWarnings({ enquiries, featured, referencedBy }: ItemUsage): string[] {
  return [
    ...(enquiries > 0
      ? [
          `${enquiries === 1 ? 'One enquiry refers' : `${enquiries} enquiries refer`} to it. They are not deleted, but lose this reference.`,
        ]
      : []),
    ...(featured ? ['It was featured on the home page.'] : []),
    ...(referencedBy.length > 0
      ? [`These items refer to it in their specifications: ${referencedBy.join(', ')}.`]
      : []),
  ]
}
