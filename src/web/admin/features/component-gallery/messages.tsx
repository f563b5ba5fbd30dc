import { useState } from 'react'
import { dismissToast, removeToast, showToast, updateToast, useCurrentToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { useAlert } from '../../shell/alert.tsx'
import { Example, ExampleRow } from './example.tsx'

/** [CLI-4]: both variants, and the changes of a toast. */
export function Toasts() {
  const toast = useCurrentToast()
  const state = toast ? `${toast.title}, ${toast.open ? 'open' : 'dismissed'}` : 'none'
  return (
    <Example
      title="Toast"
      note="One at a time, for 5 s. It stays while the pointer or the focus is on it. F8 moves the focus to it; a swipe to the right or Escape closes it."
    >
      <ExampleRow>
        <Button
          variant="outline"
          onClick={() => showToast({ title: 'Success', description: 'Machine updated successfully!' })}
        >
          Default toast
        </Button>
        <Button
          variant="outline"
          onClick={() =>
            showToast({ variant: 'destructive', title: 'Error', description: 'Failed to fetch products' })
          }
        >
          Destructive toast
        </Button>
        <Button
          variant="ghost"
          disabled={!toast}
          onClick={() =>
            updateToast(toast!.id, { title: 'Updated', description: 'The same toast with another text.' })
          }
        >
          Update it
        </Button>
        <Button variant="ghost" disabled={!toast} onClick={() => dismissToast(toast!.id)}>
          Dismiss it
        </Button>
        <Button variant="ghost" disabled={!toast} onClick={() => removeToast(toast!.id)}>
          Remove it
        </Button>
      </ExampleRow>
      <p className="text-muted text-sm">
        Current toast: <output>{state}</output>
      </p>
    </Example>
  )
}

/** Modal dialogs. */
export function Dialogs() {
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const alert = useAlert()
  const close = () => setOpen(undefined)
  return (
    <Example
      title="Dialogs"
      note="A dialog closes by its button, the backdrop or Escape. An alert has only OK. A destructive dialog names the item."
    >
      <ExampleRow>
        <Button variant="outline" onClick={() => setOpen('rename')}>
          Dialog
        </Button>
        <Button variant="outline" onClick={() => void alert('Machine updated successfully!')}>
          Alert dialog
        </Button>
        <Button variant="outline" onClick={() => setOpen('delete')}>
          Destructive dialog
        </Button>
      </ExampleRow>
      {open === 'rename' && (
        <Dialog title="Rename the machine" onClose={close}>
          <div className="px-6 pt-4">
            <TextField label="Name" defaultValue="CL 25 Capstan Lathe" />
          </div>
          <DialogActions>
            <Button onClick={close}>Rename</Button>
          </DialogActions>
        </Dialog>
      )}
      {open === 'delete' && (
        <Dialog title="Delete SPA 20 permanently?" role="alertdialog" tone="danger" onClose={close}>
          <p className="px-6 pt-3 text-muted">
            Its pictures and history are deleted too. Archived machines are hidden and can be restored.
          </p>
          <DialogActions>
            <Button variant="ghost" onClick={close}>
              Cancel
            </Button>
            <Button variant="outline" onClick={close}>
              Archive
            </Button>
            <Button variant="destructive" onClick={close}>
              Delete permanently
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Example>
  )
}

const DRAWER_ID = 'example-drawer'
const KINDS = [
  { title: 'Machines', count: 15 },
  { title: 'Spare parts', count: 104 },
  { title: 'Services', count: 6 },
]

/** A native popover at the left edge of the screen. */
export function Drawers() {
  return (
    <Example
      title="Drawer"
      note="The tabs of the catalogue on phones and tablets. A click outside or Escape closes it."
    >
      <ExampleRow>
        <Button variant="outline" popoverTarget={DRAWER_ID}>
          Drawer
        </Button>
      </ExampleRow>
      <Drawer id={DRAWER_ID} title="Catalogue">
        <ul>
          {KINDS.map(({ title, count }) => (
            <li
              key={title}
              className="flex justify-between border-line border-t px-6 py-3.5 font-head font-medium text-lg"
            >
              {title} <span className="text-muted tabular-nums">{count}</span>
            </li>
          ))}
        </ul>
      </Drawer>
    </Example>
  )
}
