import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

/** How a list is sorted by a column; `direction` is undefined while it is sorted by another one. */
export interface ColumnSort {
  direction: 'ascending' | 'descending' | undefined
  onSort: () => void
}

/** A column with more than a label. */
export interface Column {
  label: string
  /** Replaces the label, such as a check box that selects all rows. */
  header?: ReactNode
  /** The width as a class, in a table of fixed layout. */
  className?: string | undefined
  /** 'end' for numbers, whose cells are aligned in the same way. */
  align?: 'end'
  /** Undefined if the list cannot be sorted by it. */
  sort?: ColumnSort | undefined
}

interface TableProps {
  columns: readonly (string | Column)[]
  className?: string
  stacked?: boolean
  /** The accessible name, unless a heading says what the table is about. */
  label?: string
  children: ReactNode
}

/** A table that scrolls sideways if it does not fit; with `stacked`, each row is a card on screens below 1024 px instead. */
export function Table({ columns, className = '', stacked = false, label, children }: TableProps) {
  return (
    <div className={`overflow-x-auto ${stacked ? 'table-stacked' : ''}`}>
      <table aria-label={label} className={`w-full text-left text-compact ${className}`}>
        <thead>
          <tr className="border-line-strong border-b bg-surface-grey">
            {columns.map((column) => {
              const { label, header, className, align, sort }: Column =
                typeof column === 'string' ? { label: column } : column
              return (
                <th
                  key={label}
                  scope="col"
                  aria-sort={sort?.direction}
                  className={`table-cell-padding whitespace-nowrap font-head font-medium text-label text-muted ${align ? 'text-right' : ''} ${className ?? ''}`}
                >
                  {sort ? <SortButton label={label} sort={sort} /> : (header ?? label)}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** The header of a column by which the list can be sorted. The first click sorts by it, the next one reverses the order. */
function SortButton({ label, sort: { direction, onSort } }: { label: string; sort: ColumnSort }) {
  const Icon = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <button
      type="button"
      onClick={onSort}
      className={`-mx-1 inline-flex min-h-6 items-center gap-1 rounded-sm px-1 hover:text-ink ${direction ? 'font-semibold text-ink' : ''}`}
    >
      {label}
      <Icon aria-hidden="true" size={14} className="flex-none" />
    </button>
  )
}

export function TableRow({ className = '', ...rest }: ComponentProps<'tr'>) {
  return <tr className={`border-line border-b hover:bg-marine-soft ${className}`} {...rest} />
}

/** `label` names the column while the rows of a table with `stacked` are cards. */
export function TableCell({ className = '', label, ...rest }: ComponentProps<'td'> & { label?: string }) {
  return <td className={`table-cell-padding ${className}`} data-label={label} {...rest} />
}
