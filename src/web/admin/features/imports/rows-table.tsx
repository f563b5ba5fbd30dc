import { Link } from 'react-router'
import { formatCount } from '#contracts/format.ts'
import type { ImportRow } from '#contracts/item-import.ts'
import { KIND_LABELS } from '#contracts/kind.ts'
import { Button } from '#web/ui/button.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { EDIT_PATHS } from '../layout/edit-paths.ts'
import { CellChanges } from './cell-changes.tsx'
import { RowStateBadge } from './state-badges.tsx'
import type { ConflictResolver } from './use-conflict-resolver.ts'

interface RowsTableProps {
  rows: ImportRow[]
  /** Whether the file has several sheets, so that a row is found only with the name of its sheet. */
  hasSheets: boolean
  /** Undefined while conflicts cannot be decided. */
  resolver: ConflictResolver | undefined
}

/** One page of the rows of an import: what would change, or why a row is refused. */
export function RowsTable({ rows, hasSheets, resolver }: RowsTableProps) {
  return (
    <Table columns={['Row', 'Item', 'Result', 'Changes and problems']} stacked>
      {rows.map((row) => (
        <TableRow key={row.position} className="align-top">
          <TableCell className="text-muted lg:w-36">{describePlace(row, hasSheets)}</TableCell>
          <TableCell className="lg:w-1/4">
            <ItemName row={row} />
          </TableCell>
          <TableCell className="lg:w-32">
            <RowStateBadge row={row} />
          </TableCell>
          <TableCell>
            {row.problems.length > 0 && (
              <ul className="grid gap-0.5 text-danger">
                {row.problems.map(({ cell, message }) => (
                  <li key={`${cell} ${message}`}>{message}</li>
                ))}
              </ul>
            )}
            {row.changes.length > 0 && (
              <CellChanges changes={row.changes} rowLabel={row.name || describePlace(row, hasSheets)} />
            )}
            {row.state === 'conflict' && resolver && <ConflictButtons row={row} resolver={resolver} />}
          </TableCell>
        </TableRow>
      ))}
    </Table>
  )
}

const describePlace = ({ sheet, row }: ImportRow, hasSheets: boolean): string =>
  hasSheets ? `${sheet}, row ${formatCount(row)}` : `Row ${formatCount(row)}`

/** The name of the item; the items that exist have a link to their form. */
function ItemName({ row: { item, name } }: { row: ImportRow }) {
  const text = name || 'No name'
  if (!item) return <span className={name ? 'font-semibold' : 'text-muted'}>{text}</span>
  return (
    <Link
      to={EDIT_PATHS[item.kind](item.id)}
      aria-label={`${text}, ${KIND_LABELS[item.kind].label.toLowerCase()}`}
      className="inline-flex min-h-6 items-center font-semibold text-link underline decoration-1 underline-offset-3 hover:decoration-2"
    >
      {text}
    </Link>
  )
}

/** Decides one conflict. */
function ConflictButtons({ row, resolver }: { row: ImportRow; resolver: ConflictResolver }) {
  return (
    <p className="mt-2 flex flex-wrap gap-2" data-conflict={row.position}>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Use the file: ${row.name}`}
        onClick={() => resolver.resolve('file', row.position)}
      >
        Use the file
      </Button>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Keep the item: ${row.name}`}
        onClick={() => resolver.resolve('item', row.position)}
      >
        Keep the item
      </Button>
    </p>
  )
}
