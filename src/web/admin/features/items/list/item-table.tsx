import { Star } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { ADMIN_SORT_LABELS, ADMIN_SORTS, type AdminSort } from '#contracts/catalogue/sort.ts'
import { formatDate, formatRupees } from '#contracts/format.ts'
import type { AdminItem } from '#contracts/item/admin-item.ts'
import { KIND_LABELS, type Kind } from '#contracts/item/kind.ts'
import { ITEM_STATE_LABELS } from '#contracts/item/state.ts'
import { toEditPath } from '#web/lib/navigation/admin-paths.ts'
import { type Action, ActionsMenu } from '#web/ui/actions-menu.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { type Column, type ColumnSort, Table, TableCell, TableRow } from '#web/ui/table.tsx'
import placeholderMachine from '../../../../pictures/placeholder-machine.svg'
import placeholderPart from '../../../../pictures/placeholder-part.svg'
import { isDefaultCategory } from '../form/category-field.tsx'
import { toReturnState } from '../return-path.ts'
import type { Selection } from './selection.ts'

const THUMBNAIL_WIDTH_PX = 320

/** The name takes the remaining width. */
const COLUMN_WIDTHS: Partial<Record<AdminSort, string>> = {
  code: 'w-32',
  kind: 'w-24',
  category: 'w-32',
  price: 'w-26',
  state: 'w-29',
  changed: 'w-27',
}

/** The columns that a table between 1024 and 1280 px has no room for. */
const NARROW_HIDDEN: Partial<Record<AdminSort, string>> = {
  category: 'lg:max-xl:hidden',
  changed: 'lg:max-xl:hidden',
}

export interface ItemTableProps {
  items: AdminItem[]
  /** The kind of all items of the list; undefined if they can be of any kind. */
  kind: Kind | undefined
  /** Undefined without the permission to edit items. */
  selection: Selection | undefined
  /** The item that was saved last: its row is highlighted, scrolled to and focused once. */
  highlightedId: string | undefined
  sortBy: (column: AdminSort) => ColumnSort
  onArchive: (item: AdminItem, archived: boolean) => void
  onDuplicate: (item: AdminItem) => void
  onDelete: (item: AdminItem) => void
}

/** Items of all kinds and states as a table that can be sorted by every column, with a menu of actions in each row. */
export function ItemTable({ items, kind, selection, sortBy, ...rest }: ItemTableProps) {
  const toColumn = (name: AdminSort): Column => ({
    label: ADMIN_SORT_LABELS[name],
    className: [COLUMN_WIDTHS[name], NARROW_HIDDEN[name]].filter(Boolean).join(' '),
    sort: sortBy(name),
    ...(name === 'price' && { align: 'end' }),
  })
  const shownColumns = listShownColumns(items, kind)
  const ids = items.map(({ id }) => id)
  const columns: Column[] = [
    ...(selection
      ? [{ label: 'Select', className: 'w-10', header: <SelectPage ids={ids} selection={selection} /> }]
      : []),
    ...shownColumns.map(toColumn),
    { label: 'Actions', className: 'w-12', header: <span className="sr-only">Actions</span> },
  ]
  return (
    <Table columns={columns} stacked className="item-table">
      {items.map((item) => (
        <ItemRow key={item.id} item={item} columns={shownColumns} ids={ids} selection={selection} {...rest} />
      ))}
    </Table>
  )
}

/** The columns without those that are the same or empty for all items of the list. */
function listShownColumns(items: AdminItem[], kind: Kind | undefined): AdminSort[] {
  const isShown: Partial<Record<AdminSort, boolean>> = {
    kind: kind === undefined,
    code: kind === undefined || kind === 'spare' || items.some(({ partNumber }) => partNumber),
    price: kind !== 'service',
  }
  return ADMIN_SORTS.filter((name) => isShown[name] ?? true)
}

/** Selects all items of the page, or none if all are selected. */
export function SelectPage({ ids, selection }: { ids: readonly string[]; selection: Selection }) {
  const selectedCount = ids.filter((id) => selection.selectedIds.has(id)).length
  return (
    <Checkbox
      ref={(element) => {
        if (element) element.indeterminate = selectedCount > 0 && selectedCount < ids.length
      }}
      aria-label="Select all on this page"
      checked={selectedCount > 0 && selectedCount === ids.length}
      onChange={({ target }) => (target.checked ? selection.select(ids) : selection.deselect(ids))}
      className="block"
    />
  )
}

interface ItemRowProps extends Omit<ItemTableProps, 'items' | 'kind' | 'sortBy'> {
  item: AdminItem
  columns: readonly AdminSort[]
  ids: readonly string[]
}

function ItemRow({ item, columns, ids, selection, highlightedId, ...actions }: ItemRowProps) {
  const { id, name, kind, state, category, partNumber, price, updatedAt } = item
  const isHighlighted = id === highlightedId
  const isSelected = selection?.selectedIds.has(id) ?? false
  return (
    <TableRow
      className={`${isSelected ? 'bg-marine-soft' : ''} ${isHighlighted ? 'outline-2 outline-link -outline-offset-2' : ''}`}
    >
      {selection && (
        <TableCell className="item-select">
          <RowCheckbox id={id} name={name} ids={ids} selection={selection} />
        </TableCell>
      )}
      <TableCell className="item-name">
        <ItemLink item={item} isHighlighted={isHighlighted} />
      </TableCell>
      {columns.includes('code') && (
        <TableCell className="tabular-nums">
          <TwoLines text={partNumber} />
        </TableCell>
      )}
      {columns.includes('kind') && (
        <TableCell>
          <Badge tone={kind}>{KIND_LABELS[kind].label}</Badge>
        </TableCell>
      )}
      <TableCell className={`text-muted ${NARROW_HIDDEN.category}`}>
        {!isDefaultCategory(kind, category) && <TwoLines text={category} />}
      </TableCell>
      {columns.includes('price') && (
        <TableCell className="whitespace-nowrap text-right tabular-nums max-lg:text-left">
          {price === undefined ? '' : formatRupees(price)}
        </TableCell>
      )}
      <TableCell>
        <span className="flex items-center gap-2 whitespace-nowrap">
          {state === 'published' ? ITEM_STATE_LABELS.published : <Badge>{ITEM_STATE_LABELS[state]}</Badge>}
          {item.featured && <Star role="img" aria-label="Featured" size={16} className="flex-none" />}
        </span>
      </TableCell>
      <TableCell className={`whitespace-nowrap text-muted ${NARROW_HIDDEN.changed}`}>
        <time dateTime={updatedAt}>{formatDate(updatedAt)}</time>
      </TableCell>
      <TableCell className="item-actions">
        <RowMenu item={item} canEdit={selection !== undefined} {...actions} />
      </TableCell>
    </TableRow>
  )
}

/** A text on at most two lines of a row, and its tooltip if it is longer. */
const TwoLines = ({ text }: { text: string }) => (
  <span className="lg:line-clamp-2 lg:text-sm lg:leading-tight" data-tooltip={text} data-tooltip-if-cut>
    {text}
  </span>
)

/** Selects a row; with Shift, by mouse or Space, all rows from the last selected one. */
function RowCheckbox(props: { id: string; name: string; ids: readonly string[]; selection: Selection }) {
  const { id, name, ids, selection } = props
  const isShiftPressed = useRef(false)
  return (
    <Checkbox
      aria-label={`Select ${name}`}
      checked={selection.selectedIds.has(id)}
      onMouseDown={(event) => {
        isShiftPressed.current = event.shiftKey
        // Otherwise the browser selects the text between the rows.
        if (event.shiftKey) event.preventDefault()
      }}
      onKeyDown={(event) => {
        isShiftPressed.current = event.shiftKey
      }}
      onChange={({ target }) => selection.toggle(id, target.checked, ids, isShiftPressed.current)}
      className="block"
    />
  )
}

/** The picture and name of an item, which open its form. An archived item has none. */
function ItemLink({ item, isHighlighted }: { item: AdminItem; isHighlighted: boolean }) {
  const { id, kind, name, state } = item
  const returnState = toReturnState(useLocation(), id)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!isHighlighted) return
    link.current?.focus({ preventScroll: true })
    link.current?.scrollIntoView({ block: 'nearest' })
  }, [isHighlighted])
  const content: ReactNode = (
    <>
      <img
        src={getThumbnailUrl(item)}
        alt=""
        loading="lazy"
        width={40}
        height={30}
        className="h-7.5 w-10 flex-none rounded-sm bg-stage object-cover"
      />
      <span className="min-w-0 font-head font-semibold leading-tight group-hover:underline lg:line-clamp-2 lg:text-sm">
        {name}
      </span>
    </>
  )
  const className = 'group flex scroll-my-24 items-center gap-3'
  return state === 'archived' ? (
    <span className={className} data-tooltip={name} data-tooltip-if-cut>
      {content}
    </span>
  ) : (
    <Link
      ref={link}
      to={toEditPath(kind, id)}
      state={returnState}
      className={className}
      data-tooltip={name}
      data-tooltip-if-cut
    >
      {content}
    </Link>
  )
}

interface RowMenuProps extends Pick<ItemTableProps, 'onArchive' | 'onDuplicate' | 'onDelete'> {
  item: AdminItem
  canEdit: boolean
}

function RowMenu({ item, canEdit, onArchive, onDuplicate, onDelete }: RowMenuProps) {
  const navigate = useNavigate()
  const returnState = toReturnState(useLocation(), item.id)
  const archived = item.state === 'archived'
  const editActions: Action[] = [
    { label: 'Duplicate', run: () => onDuplicate(item) },
    { label: archived ? 'Restore' : 'Archive', run: () => onArchive(item, !archived) },
    ...(archived ? [{ label: 'Delete permanently', danger: true, run: () => onDelete(item) }] : []),
  ]
  const openHistory = () => void navigate(`/admin/items/${item.id}/history`, { state: returnState })
  return (
    <ActionsMenu
      label={`Actions for ${item.name}`}
      actions={[{ label: 'History', run: openHistory }, ...(canEdit ? editActions : [])]}
      className="flex size-8"
    />
  )
}

function getThumbnailUrl({ kind, picture }: AdminItem): string {
  if (!picture) return kind === 'spare' ? placeholderPart : placeholderMachine
  const width = picture.widths?.find((candidate) => candidate >= THUMBNAIL_WIDTH_PX)
  return width ? picture.url.replace(/\d+\.webp$/, `${width}.webp`) : picture.url
}
