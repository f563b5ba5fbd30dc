import { useState } from 'react'
import { MAX_GRID_ITEMS } from '#contracts/bulk-data/grid-fields.ts'
import { formatCount } from '#contracts/format.ts'
import type { BulkItemUpdate } from '#contracts/item/admin-item.ts'
import type { Kind } from '#contracts/item/kind.ts'
import { FormDialog } from '#web/admin/editing/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { CategoryField } from '../form/category-field.tsx'
import { ExportMenu } from './export-menu.tsx'

type ItemUpdate = Omit<BulkItemUpdate, 'ids'>

interface BulkBarProps {
  selectedIds: ReadonlySet<string>
  /** How many of the selected items the present page of the list does not contain. */
  hiddenCount: number
  /** The number of items of the list on all pages. */
  total: number
  /** Whether the list contains archived items, which can only be restored. */
  archived: boolean
  kind: Kind | undefined
  busy: boolean
  onChange: (change: ItemUpdate) => void
  onChangePrices: () => void
  onOpenGrid: () => void
  onSelectAll: () => void
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
export function BulkBar(props: BulkBarProps) {
  const { selectedIds, hiddenCount, total, archived, kind, busy, ...handlers } = props
  const { onChange, onChangePrices, onOpenGrid, onSelectAll, onClear } = handlers
  const count = selectedIds.size
  const [categoryDialogOpen, setCategoryDialogOpen] = useState(false)
  const actions: typeof ACTIONS = archived ? [['Restore', { archived: false }]] : ACTIONS
  return (
    <section
      aria-label="Selected items"
      className="sticky bottom-0 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-3 shadow-float"
    >
      <p role="status" className="mr-2 font-semibold">
        {`${formatCount(count)} selected${hiddenCount > 0 ? ` (${formatCount(hiddenCount)} not shown)` : ''}`}
      </p>
      {/* On a phone this is one line that scrolls sideways, so that it does not cover the list. */}
      <div className="flex gap-2 max-md:order-last max-md:w-full max-md:overflow-x-auto md:flex-wrap">
        {actions.map(([label, change]) => (
          <Button key={label} variant="outline" size="sm" disabled={busy} onClick={() => onChange(change)}>
            {label}
          </Button>
        ))}
        {!archived && (
          <>
            <Button variant="outline" size="sm" disabled={busy} onClick={() => setCategoryDialogOpen(true)}>
              Change category
            </Button>
            <Button variant="outline" size="sm" disabled={busy} onClick={onChangePrices}>
              Change prices
            </Button>
            <Button variant="outline" size="sm" disabled={count > MAX_GRID_ITEMS} onClick={onOpenGrid}>
              {count > MAX_GRID_ITEMS
                ? `Edit in grid (at most ${formatCount(MAX_GRID_ITEMS)})`
                : 'Edit in grid'}
            </Button>
          </>
        )}
        <ExportMenu
          kind={undefined}
          items={{ ids: [...selectedIds] }}
          label={`Export ${formatCount(count)} selected`}
        />
      </div>
      {count - hiddenCount < total && (
        <Button variant="link" size="sm" onClick={onSelectAll}>
          {`Select all ${formatCount(total)}`}
        </Button>
      )}
      <Button variant="link" size="sm" onClick={onClear}>
        Clear selection
      </Button>
      {categoryDialogOpen && (
        <CategoryDialog
          kind={kind}
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
  kind: Kind | undefined
  onSelect: (category: string) => void
  onClose: () => void
}

function CategoryDialog({ kind, onClose, onSelect }: CategoryDialogProps) {
  const [category, setCategory] = useState('')
  return (
    <FormDialog
      title="Change category"
      submitLabel="Change category"
      onSubmit={() => category.trim() && onSelect(category.trim())}
      onDone={() => undefined}
      onClose={onClose}
    >
      <CategoryField
        kind={kind}
        required
        value={category}
        emptyChoice={{ value: '', label: 'Choose a category' }}
        hint="Buyers can filter by it."
        onChange={setCategory}
      />
    </FormDialog>
  )
}
