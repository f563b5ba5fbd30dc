import type { ComponentProps, ReactNode } from 'react'

/** Below 1024 px a row stands as a card: nobody should have to push a table about to work with it. */
const STACKED =
  'max-lg:[&_thead]:sr-only max-lg:[&_table]:block max-lg:[&_tbody]:block max-lg:[&_tr]:block max-lg:[&_tr]:py-2.5 max-lg:[&_td]:block max-lg:[&_td]:max-w-none max-lg:[&_td]:py-1 max-lg:[&_td]:px-3.5!'

/** A table that scrolls sideways in its own place when it is narrower than `className` allows; `stacked` ones do not. */
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
    <div className={`overflow-x-auto ${stacked ? STACKED : ''}`}>
      <table className={`w-full text-left text-[0.9375rem] ${className}`}>
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
  return <td className={`px-3.5 py-2 ${className}`} {...rest} />
}
