import { useQuery } from '@tanstack/react-query'
import type { ItemUses, OfficeItem } from '#contracts/office-item.ts'
import { reasonOf, send } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toast.ts'
import { useSend } from '../../../lib/use-send.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { staffApi } from '../session/session.ts'

interface DeleteDialogProps {
  item: OfficeItem
  onDeleted: () => void
  onClose: () => void
}

/** Asks before an item is deleted for good, and says what it takes with it. */
export function DeleteDialog({ item, onDeleted, onClose }: DeleteDialogProps) {
  const path = `/api/items/${item.id}`
  const remove = useSend({
    mutationFn: () => send(staffApi, 'DELETE', path),
    onSuccess: () => {
      showToast({ title: `${item.name} is deleted` })
      onDeleted()
    },
    onError: (error) => showToast({ variant: 'destructive', title: 'Error', description: reasonOf(error) }),
  })
  // Every change asks anew for what is shown: of an item that is gone there is nothing to ask.
  const { data: uses, isError } = useQuery<ItemUses>({
    queryKey: [`${path}/uses`],
    enabled: !remove.isPending,
  })
  return (
    <Dialog title={`Delete ${item.name} for good?`} role="alertdialog" tone="danger" onClose={onClose}>
      <div className="grid gap-2 px-6 pt-3">
        <p>It goes with its history and its addresses. This cannot be undone.</p>
        {isError && <p>Where it is used could not be found out.</p>}
        {uses && warnings(uses).map((warning) => <p key={warning}>{warning}</p>)}
      </div>
      <DialogActions>
        <Button variant="outline" autoFocus onClick={onClose}>
          Keep it
        </Button>
        <Button
          variant="destructive"
          onClick={() => remove.send()}
          disabled={remove.isPending || (!uses && !isError)}
        >
          {remove.isPending ? 'Deleting...' : 'Delete for good'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function warnings({ enquiries, featured, namedBy }: ItemUses): string[] {
  return [
    ...(enquiries > 0
      ? [
          `${enquiries === 1 ? 'One enquiry asks' : `${enquiries} enquiries ask`} about it: they stay, but no longer name it.`,
        ]
      : []),
    ...(featured ? ['It was featured on the landing page.'] : []),
    ...(namedBy.length > 0 ? [`These name it in their specifications: ${namedBy.join(', ')}.`] : []),
  ]
}
