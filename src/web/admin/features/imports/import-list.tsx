import { Link } from 'react-router'
import type { ItemImport } from '#contracts/bulk-data/item-import.ts'
import { countOf, formatDateTime } from '#contracts/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { getImportUrl, isBusy } from './requests.ts'
import { StateBadge } from './state-badges.tsx'
import { formatCounts, formatProgress } from './texts.ts'
import { CatalogueDownload } from './upload-panel.tsx'

/** Earlier imports, each with a link to its screen. */
export function ImportList({ imports }: { imports: ItemImport[] }) {
  return (
    <Table columns={['File', 'Imported by', 'Time', 'State', 'Rows']} stacked>
      {imports.map((each) => (
        <TableRow key={each.id}>
          <TableCell className="min-w-48 max-w-96">
            <Link
              to={getImportUrl(each.id)}
              className="inline-flex min-h-6 items-center font-head font-semibold text-link underline decoration-1 underline-offset-3 hover:decoration-2"
            >
              {each.fileName}
            </Link>
          </TableCell>
          <TableCell>{each.by}</TableCell>
          <TableCell className="whitespace-nowrap text-muted">
            <time dateTime={each.createdAt}>{formatDateTime(each.createdAt)}</time>
          </TableCell>
          <TableCell>
            <StateBadge state={each.state} />
          </TableCell>
          <TableCell className="tabular-nums">{describeRows(each)}</TableCell>
        </TableRow>
      ))}
    </Table>
  )
}

/** What happens with the rows now, or what happened to them. */
function describeRows(each: ItemImport): string {
  if (each.state === 'failed') return each.error
  if (each.state === 'mapping') return ''
  if (isBusy(each)) return formatProgress(each.progress)
  const counts = formatCounts(each.counts)
  return each.applied > 0 && each.pending > 0
    ? `${countOf(each.applied, 'row')} applied of ${counts}`
    : counts
}

/** Explains an import to somebody who has never made one. */
export function EmptyImportList() {
  return (
    <>
      <p className="font-semibold text-ink">No imports yet.</p>
      <p className="max-w-160">
        Choose a price list: its columns are recognised by their titles, and you see every new, changed and
        refused row before anything is saved. Items are found by their code or name, what the file does not
        contain stays as it is, and an import can be undone.
      </p>
      <p className="mt-2">
        <CatalogueDownload className={buttonClass('outline')} />
      </p>
    </>
  )
}
