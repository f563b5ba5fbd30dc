import { type FormEvent, useId, useState } from 'react'
import type { BulkItemUpdate } from '#contracts/admin-item.ts'
import { LIMITS } from '#contracts/limits.ts'
import { formatCount } from '#web/lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'

type ItemUpdate = Omit<BulkItemUpdate, 'ids'>

interface BulkBarProps {
  count: number
  /** How many of the selected items the present page of the list does not contain. */
  hiddenCount: number
  /** Whether the list contains archived items, which can only be restored. */
  archived: boolean
  categories: string[]
  busy: boolean
  onChange: (change: ItemUpdate) => void
  onClear: () => void
}

const ACTIONS: [label: string, change: ItemUpdate][] = [
  ['Feature', { featured: true }],
  ['Remove from featured', { featured: false }],
  ['Publish', { published: true }],
  ['Unpublish', { published: false }],
  ['Archive', { archived: true }],
]

/** The actions for all selected items; it remains visible while the list is scrolled. */
export function BulkBar({ count, hiddenCount, archived, categories, busy, onChange, onClear }: BulkBarProps) {
  const [categoryDialogOpen, setCategoryDialogOpen] = useState(false)
  const actions: typeof ACTIONS = archived ? [['Restore', { archived: false }]] : ACTIONS
  return (
    <section
      aria-label="Selected items"
      className="sticky bottom-0 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-3 shadow-float"
    >
      <p role="status" className="mr-2 font-semibold">
        {`${formatCount(count)} selected${hiddenCount > 0 ? ` (${formatCount(hiddenCount)} not in this list)` : ''}`}
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
        Clear selection
      </Button>
      {categoryDialogOpen && (
        <CategoryDialog
          categories={categories}
          onClose={() => setCategoryDialogOpen(false)}
          onSelect={(category) => {
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
  onSelect: (category: string) => void
  onClose: () => void
}

function CategoryDialog({ categories, onSelect, onClose }: CategoryDialogProps) {
  const [category, setCategory] = useState('')
  const listId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (category.trim()) onSelect(category.trim())
  }
  return (
    <Dialog title="Change category" onClose={onClose}>
      <form onSubmit={submit}>
        <div className="px-6 pt-3">
          <TextField
            label="New category"
            required
            list={listId}
            maxLength={LIMITS.categoryLength}
            value={category}
            hint="Machines are listed in the catalogue only with the category 'machine'."
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
