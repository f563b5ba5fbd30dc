import { type FormEvent, useId, useState } from 'react'
import type { BulkItemUpdate } from '#contracts/admin-item.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'

type ItemUpdate = Omit<BulkItemUpdate, 'ids'>

interface BulkBarProps {
  count: number
  /** Whether the list shows archived items, which take nothing but their restoration. */
  archived: boolean
  categories: string[]
  busy: boolean
  onChange: (change: ItemUpdate) => void
  onClear: () => void
}

const ACTIONS: [label: string, change: ItemUpdate][] = [
  ['Feature', { featured: true }],
  ['Stop featuring', { featured: false }],
  ['Publish', { published: true }],
  ['Make draft', { published: false }],
  ['Archive', { archived: true }],
]

/** What can be done with all chosen items at once; it stays in sight while the list is scrolled. */
export function BulkBar({ count, archived, categories, busy, onChange, onClear }: BulkBarProps) {
  const [categoryDialogOpen, setCategoryDialogOpen] = useState(false)
  const actions: typeof ACTIONS = archived ? [['Restore', { archived: false }]] : ACTIONS
  return (
    <section
      aria-label="Chosen items"
      className="sticky bottom-0 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-3 shadow-float"
    >
      <p role="status" className="mr-2 font-semibold">
        {count === 1 ? '1 item chosen' : `${count} items chosen`}
      </p>
      {actions.map(([label, change]) => (
        <Button key={label} variant="outline" size="sm" disabled={busy} onClick={() => onChange(change)}>
          {label}
        </Button>
      ))}
      {!archived && (
        <Button variant="outline" size="sm" disabled={busy} onClick={() => setCategoryDialogOpen(true)}>
          Change category
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={onClear}>
        Choose none
      </Button>
      {categoryDialogOpen && (
        <CategoryDialog
          categories={categories}
          onClose={() => setCategoryDialogOpen(false)}
          onChoose={(category) => {
            setCategoryDialogOpen(false)
            onChange({ category })
          }}
        />
      )}
    </section>
  )
}

interface CategoryDialogProps {
  categories: string[]
  onChoose: (category: string) => void
  onClose: () => void
}

function CategoryDialog({ categories, onChoose, onClose }: CategoryDialogProps) {
  const [category, setCategory] = useState('')
  const listId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (category.trim()) onChoose(category.trim())
  }
  return (
    <Dialog title="Change category" onClose={onClose}>
      <form onSubmit={submit}>
        <div className="px-6 pt-3">
          <TextField
            label="New category"
            required
            list={listId}
            maxLength={100}
            value={category}
            hint="Machines with another category than 'machine' leave the catalogue's list of machines."
            onChange={(event) => setCategory(event.target.value)}
          />
          <datalist id={listId}>
            {categories.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </div>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Change category</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
