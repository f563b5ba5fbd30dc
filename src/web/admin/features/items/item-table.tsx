import { Archive, ArchiveRestore, History, Star, Trash2 } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import type { AdminItem } from '#contracts/admin-item.ts'
import { ITEM_STATE_LABELS } from '#contracts/item-state.ts'
import { KIND_LABELS } from '#contracts/kind.ts'
import { formatDate } from '#web/lib/format-date.ts'
import { formatRupees } from '../../../lib/format.ts'
import placeholderMachine from '../../../pictures/placeholder-machine.svg'
import placeholderPart from '../../../pictures/placeholder-part.svg'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass, IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { Table, TableCell, TableRow } from '../../../ui/table.tsx'
import { ITEM_LIST_CONFIGS } from './kind-config.ts'
import { toReturnState } from './return-path.ts'

const COLUMNS = ['Select', 'Item', 'Price', 'Status', 'Updated', 'Actions']
const THUMBNAIL_WIDTH_PX = 320

export interface ItemTableProps {
  items: AdminItem[]
  selectedIds: ReadonlySet<string>
  /** Undefined without the permission to edit items. */
  onSelect: ((id: string, selected: boolean) => void) | undefined
  onArchive: (item: AdminItem, archived: boolean) => void
  onDelete: (item: AdminItem) => void
}

/** Items of all kinds and states as a table, with the most frequent actions at the end of each row. */
export function ItemTable({ items, ...rest }: ItemTableProps) {
  const columns = rest.onSelect ? COLUMNS : COLUMNS.slice(1)
  return (
    <Table columns={columns} stacked className="lg:min-w-176">
      {items.map((item) => (
        <ItemRow key={item.id} item={item} {...rest} />
      ))}
    </Table>
  )
}

function ItemRow({
  item,
  selectedIds,
  onSelect,
  ...actions
}: { item: AdminItem } & Omit<ItemTableProps, 'items'>) {
  const { id, name, kind, state } = item
  const returnState = toReturnState(useLocation())
  const label = (
    <>
      <img
        src={getThumbnailUrl(item)}
        alt=""
        loading="lazy"
        width={48}
        height={36}
        className="h-9 w-12 flex-none rounded-md bg-stage object-cover"
      />
      <span className="min-w-0">
        <span className="block font-semibold group-hover:underline">{name}</span>
        <span className="mt-0.5 flex items-center gap-2 text-muted text-sm">
          <Badge tone={kind}>{KIND_LABELS[kind].label}</Badge>
          <span className="truncate">{item.category}</span>
        </span>
      </span>
    </>
  )
  return (
    <TableRow className="max-lg:flex max-lg:flex-wrap max-lg:items-center">
      {onSelect && (
        <TableCell>
          <Checkbox
            aria-label={`Select ${name}`}
            checked={selectedIds.has(id)}
            onChange={(event) => onSelect(id, event.target.checked)}
          />
        </TableCell>
      )}
      <TableCell className="w-full min-w-56 max-lg:w-[calc(100%-4rem)]">
        {state === 'archived' ? (
          <span className="flex items-center gap-3">{label}</span>
        ) : (
          <Link
            to={`${ITEM_LIST_CONFIGS[kind].editPrefix}${encodeURIComponent(id)}`}
            state={returnState}
            className="group flex items-center gap-3"
          >
            {label}
          </Link>
        )}
      </TableCell>
      <TableCell className="whitespace-nowrap tabular-nums">
        {item.price === undefined ? '' : formatRupees(item.price)}
      </TableCell>
      <TableCell>
        <StateLabel item={item} />
      </TableCell>
      <TableCell className="whitespace-nowrap text-muted">
        <time dateTime={item.updatedAt}>{formatDate(item.updatedAt)}</time>
      </TableCell>
      <TableCell className="whitespace-nowrap">
        <Actions item={item} canEdit={onSelect !== undefined} {...actions} />
      </TableCell>
    </TableRow>
  )
}

function StateLabel({ item: { featured, state } }: { item: AdminItem }) {
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      {state === 'published' ? ITEM_STATE_LABELS.published : <Badge>{ITEM_STATE_LABELS[state]}</Badge>}
      {featured && <Star role="img" aria-label="Featured" size={16} />}
    </span>
  )
}

interface ActionsProps extends Pick<ItemTableProps, 'onArchive' | 'onDelete'> {
  item: AdminItem
  canEdit: boolean
}

function Actions({ item, canEdit, onArchive, onDelete }: ActionsProps) {
  const archived = item.state === 'archived'
  return (
    <span className="flex">
      <Link
        to={`/admin/items/${item.id}/history`}
        aria-label={`History of ${item.name}`}
        data-tooltip="History"
        className={buttonClass('ghost', 'icon')}
      >
        <History aria-hidden="true" size={18} />
      </Link>
      {canEdit && (
        <IconButton
          label={`${archived ? 'Restore' : 'Archive'} ${item.name}`}
          variant="ghost"
          onClick={() => onArchive(item, !archived)}
        >
          {archived ? (
            <ArchiveRestore aria-hidden="true" size={18} />
          ) : (
            <Archive aria-hidden="true" size={18} />
          )}
        </IconButton>
      )}
      {canEdit && archived && (
        <IconButton label={`Delete ${item.name} permanently`} variant="ghost" onClick={() => onDelete(item)}>
          <Trash2 aria-hidden="true" size={18} />
        </IconButton>
      )}
    </span>
  )
}

function getThumbnailUrl({ kind, picture }: AdminItem): string {
  if (!picture) return kind === 'spare' ? placeholderPart : placeholderMachine
  const width = picture.widths?.find((candidate) => candidate >= THUMBNAIL_WIDTH_PX)
  return width ? picture.url.replace(/\d+\.webp$/, `${width}.webp`) : picture.url
}
