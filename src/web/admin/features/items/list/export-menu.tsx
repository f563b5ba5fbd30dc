import { ChevronDown, Download } from 'lucide-react'
import { KIND_LABELS, KINDS, type Kind } from '#contracts/item/kind.ts'
import { RequirePermission } from '#web/admin/session/require-permission.tsx'
import { type Action, ActionsMenu } from '#web/ui/actions-menu.tsx'
import { type ItemExportRequest, useItemExport } from './use-item-export.ts'

interface ExportMenuProps {
  /** The kind of all items, if they have the same one. */
  kind: Kind | undefined
  /** Which items are exported. */
  items: Omit<ItemExportRequest, 'format'>
  /** Says which items are exported, such as 'Export 12 selected'. */
  label: string
}

/** Downloads items as a file for Excel, as CSV, or as a price list. A CSV file contains one kind. */
export function ExportMenu({ kind, items, label }: ExportMenuProps) {
  const { send, isPending } = useItemExport()
  const csvActions: Action[] =
    kind || items.ids
      ? [{ label: 'CSV', run: () => send({ ...items, format: 'csv' }) }]
      : KINDS.map((each) => ({
          label: `CSV: ${KIND_LABELS[each].plural}`,
          run: () => send({ ...items, kind: each, format: 'csv' }),
        }))
  return (
    <RequirePermission permission="catalogue.edit">
      <ActionsMenu
        busy={isPending}
        actions={[
          { label: 'Excel', run: () => send({ ...items, format: 'xlsx' }) },
          ...csvActions,
          { label: 'Price list (PDF)', run: () => send({ ...items, format: 'pdf' }) },
        ]}
      >
        <Download aria-hidden="true" size={16} />
        {isPending ? 'Exporting…' : label}
        <ChevronDown aria-hidden="true" size={16} />
      </ActionsMenu>
    </RequirePermission>
  )
}
