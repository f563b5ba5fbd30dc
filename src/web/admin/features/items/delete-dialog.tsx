import { useQuery } from '@tanstack/react-query'
import type { AdminItem, ItemUsage } from '#contracts/admin-item.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { getErrorMessage, send } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { adminApi } from '../session/session.ts'

interface DeleteDialogProps {
  item: AdminItem
  onDeleted: () => void
  onClose: () => void
}

/** Asks before an item is deleted for good, and says what it takes with it. */
export function DeleteDialog({ item, onDeleted, onClose }: DeleteDialogProps) {
  const path = `/api/items/${item.id}`
  const remove = useGuardedMutation({
    mutationFn: () => send(adminApi, 'DELETE', path),
    onSuccess: () => {
      showToast({ title: `${item.name} is deleted` })
      onDeleted()
    },
    onError: (error) =>
      showToast({ variant: 'destructive', title: 'Error', description: getErrorMessage(error) }),
  })
  // Every change asks anew for what is shown: of an item that is gone there is nothing to ask.
  const { data: usages, isError } = useQuery<ItemUsage>({
    queryKey: [`${path}/uses`],
    enabled: !remove.isPending,
  })
  return (
    <Dialog title={`Delete ${item.name} for good?`} role="alertdialog" tone="danger" onClose={onClose}>
      <div className="grid gap-2 px-6 pt-3">
        <p>It goes with its history and its addresses. This cannot be undone.</p>
        {isError && <p>Where it is used could not be found out.</p>}
        {usages && listWarnings(usages).map((warning) => <p key={warning}>{warning}</p>)}
      </div>
      <DialogActions>
        <Button variant="outline" autoFocus onClick={onClose}>
          Keep it
        </Button>
        <Button
          variant="destructive"
          onClick={() => remove.send()}
          disabled={remove.isPending || (!usages && !isError)}
        >
          {remove.isPending ? 'Deleting...' : 'Delete for good'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function listWarnings({ enquiries, featured, referencedBy }: ItemUsage): string[] {
  return [
    ...(enquiries > 0
      ? [
          `${enquiries === 1 ? 'One enquiry asks' : `${enquiries} enquiries ask`} about it: they stay, but no longer name it.`,
        ]
      : []),
    ...(featured ? ['It was featured on the landing page.'] : []),
    ...(referencedBy.length > 0
      ? [`These name it in their specifications: ${referencedBy.join(', ')}.`]
      : []),
  ]
}
