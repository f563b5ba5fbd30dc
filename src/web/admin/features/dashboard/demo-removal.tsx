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
  const { data: preview, error } = useQuery(demoQuery)
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
        {preview ? (
          <Preview preview={preview} />
        ) : (
          <p>{error ? error.message : 'Counting what belongs to the demo ...'}</p>
        )}
      </div>
      <p>
        This cannot be undone. What staff or visitors have entered, changed or use stays. So do the texts and
        pictures of the home page, which you change in the settings.
      </p>
    </ConfirmDialog>
  )
}

function Preview({ preview }: { preview: DemoRemoval }) {
  const { kept, keptEnquiries } = preview
  return (
    <>
      <p>{`This deletes ${countRemoved(preview)} of the demo.`}</p>
      {keptEnquiries > 0 && (
        <p>{`${countOf(keptEnquiries, 'enquiry')} on which somebody has worked ${keptEnquiries === 1 ? 'stays' : 'stay'}.`}</p>
      )}
      {kept.length > 0 && (
        <>
          <p className="font-bold">
            {kept.length === 1
              ? 'This item stays in your catalogue:'
              : `These ${kept.length} items stay in your catalogue:`}
          </p>
          <ul className="grid max-h-60 list-disc gap-1 overflow-y-auto pl-5 text-sm">
            {kept.map(({ id, name, reasons }) => (
              <li key={id}>{`${name} ${formatList(reasons.map((reason) => OBSTACLE_TEXTS[reason]))}`}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** '121 items and 92 enquiries' */
const countRemoved = ({ items, enquiries }: DemoRemoval): string =>
  formatList([
    ...(items > 0 ? [countOf(items, 'item')] : []),
    ...(enquiries > 0 ? [countOf(enquiries, 'enquiry')] : []),
  ]) || 'nothing'
