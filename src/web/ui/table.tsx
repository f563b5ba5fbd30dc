import type { ComponentProps, ReactNode } from 'react'

/** A table that scrolls sideways in its own place when it is narrower than `className` allows. */
export function Table({
  columns,
  className = '',
  children,
}: {
  columns: readonly string[]
  className?: string
  children: ReactNode
}) {
  return (
    <div className="overflow-x-auto">
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
