import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DemoRemoval } from '#contracts/demo-removal.ts'
import { countOf, formatList } from '#contracts/format.ts'
import { OBSTACLE_TEXTS } from '#contracts/item/uses.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '../../editing/form-dialog.tsx'
import { jsonQuery } from '../../session/requests.ts'
import { adminApi } from '../../session/session.ts'
import { showErrorToast } from '../../shell/error-toast.ts'

const PATH = '/api/demo'
const demoQuery = queryOptions({ ...jsonQuery<DemoRemoval>(PATH), gcTime: 0 })

/** Removes the demo after a confirmation that says what will happen. */
export function DemoRemovalButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="link" size="sm" className="px-0 print:hidden" onClick={() => setOpen(true)}>
        Remove it
      </Button>
      {isOpen && <DemoRemovalDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function DemoRemovalDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const { data: preview } = useQuery(demoQuery)
  const remove = useGuardedMutation<DemoRemoval>({
    mutationFn: () => send<DemoRemoval>(adminApi, 'DELETE', PATH),
    onSuccess: async (removed) => {
      showToast({ title: 'Demo removed', description: `Deleted: ${countRemoved(removed)}.` })
      await client.invalidateQueries()
    },
    onError: (error) => void showErrorToast(error),
  })
  return (
    <ConfirmDialog
      title="Remove the demo?"
      confirmLabel={preview && 'Remove the demo'}
      tone="danger"
      onConfirm={() => remove.send()}
      onClose={onClose}
    >
      <div role="status" className="grid gap-2">
        <p>
          {preview
            ? `This deletes ${countRemoved(preview)} of the demo.`
            : 'Counting what belongs to the demo. Please wait ...'}
        </p>
        {preview && preview.kept.length > 0 && <Kept kept={preview.kept} />}
      </div>
      <p>This cannot be undone. What you have entered or changed yourselves stays.</p>
    </ConfirmDialog>
  )
}

function Kept({ kept }: Pick<DemoRemoval, 'kept'>) {
  return (
    <>
      <p className="font-bold">
        {kept.length === 1
          ? 'This item stays in your catalogue, because it is in use:'
          : `These ${kept.length} items stay in your catalogue, because they are in use:`}
      </p>
      <ul className="grid max-h-60 list-disc gap-1 overflow-y-auto pl-5 text-sm">
        {kept.map(({ name, uses }) => (
          <li key={name}>{`${name} ${formatList(uses.map((use) => OBSTACLE_TEXTS[use]))}`}</li>
        ))}
      </ul>
    </>
  )
}

/** '121 items and 92 enquiries' */
const countRemoved = ({ items, enquiries }: DemoRemoval): string =>
  formatList([
    ...(items > 0 ? [countOf(items, 'item')] : []),
    ...(enquiries > 0 ? [countOf(enquiries, 'enquiry')] : []),
  ]) || 'nothing'
