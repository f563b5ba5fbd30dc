import { useState } from 'react'
import { Link } from 'react-router'
import type { CellChange, ImportRow } from '#contracts/bulk-data/item-import.ts'
import { countOf, formatCount, truncate } from '#contracts/format.ts'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import { toEditPath } from '#web/lib/navigation/admin-paths.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { useImportRequest } from './requests.ts'
import { RowStateBadge } from './state-badges.tsx'

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
      to={toEditPath(item.kind, item.id)}
      aria-label={`${text}, ${KIND_LABELS[item.kind].label.toLowerCase()}`}
      className="inline-flex min-h-6 items-center font-semibold text-link underline decoration-1 underline-offset-3 hover:decoration-2"
    >
      {text}
    </Link>
  )
}

function ConflictButtons({ row, resolver }: { row: ImportRow; resolver: ConflictResolver }) {
  return (
    <p className="mt-2 flex flex-wrap gap-2">
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

/** Changes and characters of a value that are shown at first. */
const MAX_CHANGES = 4
const MAX_LENGTH = 120

/** The values that a row would change, each as 'Price ₹900 → ₹950 (D17)'. Long lists and values open on demand. */
function CellChanges({ changes, rowLabel }: { changes: CellChange[]; rowLabel: string }) {
  const [open, setOpen] = useState(false)
  const shown = open ? changes : changes.slice(0, MAX_CHANGES)
  const isLong = changes.some(({ before, after }) => before.length > MAX_LENGTH || after.length > MAX_LENGTH)
  const hidden = changes.length - MAX_CHANGES
  const format = (value: string) => (open ? value : truncate(value, MAX_LENGTH))
  return (
    <>
      <ul className="grid gap-0.5">
        {shown.map((change) => (
          <li key={`${change.field} ${change.cell}`} className={open ? 'whitespace-pre-line' : ''}>
            <ChangeText change={change} format={format} />
          </li>
        ))}
      </ul>
      {(hidden > 0 || isLong) && (
        <Button variant="link" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : hidden > 0 ? `Show ${formatCount(hidden)} more` : 'Show the whole text'}
          <span className="sr-only">{` of ${rowLabel}`}</span>
        </Button>
      )}
    </>
  )
}

function ChangeText({ change, format }: { change: CellChange; format: (value: string) => string }) {
  const { field, before, after, cell } = change
  return (
    <>
      <span className="text-muted">{field}</span>{' '}
      {before && (
        <>
          {format(before)} <span aria-hidden="true">→</span>
          <span className="sr-only">becomes</span>{' '}
        </>
      )}
      {after ? <b className="font-semibold">{format(after)}</b> : <i>no value</i>}
      {cell && <span className="text-muted text-sm">{` (${cell})`}</span>}
    </>
  )
}

/** Decides conflicts of an import. */
export function useConflictResolver(id: string) {
  const request = useImportRequest(id, (done) => {
    if (done.action !== 'conflicts') return
    const { keep, positions } = done.body
    const subject = positions ? countOf(positions.length, 'conflict') : 'All conflicts'
    showToast({
      title: `${subject} decided`,
      description:
        keep === 'file' ? 'The values of the file will be applied.' : 'The items stay as they are.',
    })
  })
  return {
    resolve: (keep: 'file' | 'item', position: number) =>
      request.send({ action: 'conflicts', body: { keep, positions: [position] }, title: 'Not decided' }),
    resolveAll: (keep: 'file' | 'item') =>
      request.send({ action: 'conflicts', body: { keep }, title: 'Not decided' }),
  }
}
export type ConflictResolver = ReturnType<typeof useConflictResolver>
