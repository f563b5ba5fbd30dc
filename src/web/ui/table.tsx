import type { ComponentProps, ReactNode } from 'react'

/** A table that scrolls sideways if it does not fit; with `stacked`, each row is a card on screens below 1024 px instead. */
export function Table({
  columns,
  className = '',
  stacked = false,
  children,
}: {
  columns: readonly string[]
  className?: string
  stacked?: boolean
  children: ReactNode
}) {
  return (
    <div className={`overflow-x-auto ${stacked ? 'table-stacked' : ''}`}>
      <table className={`w-full text-left text-compact ${className}`}>
        <thead>
          <tr className="border-line-strong border-b bg-surface-grey">
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="whitespace-nowrap px-3.5 py-2.5 font-head font-medium text-label text-muted"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

export function TableRow({ className = '', ...rest }: ComponentProps<'tr'>) {
  return <tr className={`border-line border-b hover:bg-marine-soft ${className}`} {...rest} />
}

export function TableCell({ className = '', ...rest }: ComponentProps<'td'>) {
  return <td className={`table-cell-padding ${className}`} {...rest} />
}
