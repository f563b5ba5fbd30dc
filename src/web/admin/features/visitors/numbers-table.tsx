import type { ReactNode } from 'react'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'

interface NumbersTableProps {
  label: string
  /** That of the names first. */
  columns: readonly [string, ...string[]]
  rows: readonly { key: string; name: ReactNode; numbers: readonly ReactNode[] }[]
}

/** A table of numbers in a panel; names may break anywhere, so that it fits the narrowest phone. */
export function NumbersTable({ label, columns: [first, ...others], rows }: NumbersTableProps) {
  return (
    <div className="-mx-3">
      <Table
        label={label}
        columns={[first, ...others.map((column) => ({ label: column, align: 'end' as const }))]}
      >
        {rows.map(({ key, name, numbers }) => (
          <TableRow key={key}>
            <TableCell className="wrap-anywhere">{name}</TableCell>
            {others.map((column, index) => (
              <TableCell key={column} className="whitespace-nowrap text-right tabular-nums">
                {numbers[index]}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </Table>
    </div>
  )
}

/** 1, 8 → '12.5 %'; '–' of none. */
export const formatShare = (count: number, total: number): string =>
  total === 0 ? '–' : `${Math.round((count / total) * 1000) / 10} %`
