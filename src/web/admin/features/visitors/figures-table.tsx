import { formatCount } from '#contracts/format.ts'
import {
  FIGURE_GROUPS,
  type FigureGroup,
  type VisitorReport,
  type VisitorRow,
} from '#contracts/visitors/visitor-report.ts'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { formatShare } from './steps-table.tsx'

const NAME_TITLES: Record<FigureGroup, string> = {
  page: 'Page',
  search: 'Search',
  source: 'Came from',
  filter: 'Filter',
  document: 'Document',
  listed: 'Item',
  contact: 'Way',
  country: 'Country of the browser',
  device: 'Device',
}

/** What visits had to do with, and how many of them led to an enquiry. */
export function FiguresTable({ group, rows }: { group: FigureGroup; rows: VisitorRow[] }) {
  if (rows.length === 0)
    return (
      <p className="grid min-h-32 place-items-center text-center text-muted">Nothing in this period yet.</p>
    )
  return (
    <div className="-mx-3">
      <Table
        label={FIGURE_GROUPS[group]}
        columns={[
          NAME_TITLES[group],
          { label: 'Visits', align: 'end' },
          { label: 'Times', align: 'end' },
          { label: 'Enquiries', align: 'end' },
        ]}
      >
        {rows.map((row) => (
          <TableRow key={row.name}>
            <TableCell className="wrap-anywhere">
              {row.path ? (
                <a href={row.path} className="text-link underline">
                  {row.label}
                </a>
              ) : (
                formatName(group, row.label)
              )}
            </TableCell>
            <TableCell className="text-right tabular-nums">{formatCount(row.visits)}</TableCell>
            <TableCell className="whitespace-nowrap text-right text-muted tabular-nums">
              {formatCount(row.count)}
            </TableCell>
            <TableCell className="whitespace-nowrap text-right tabular-nums">
              {row.enquiries === 0 ? '–' : formatCount(row.enquiries)}
              {row.enquiries > 0 && (
                <span className="block text-muted text-sm">{formatShare(row.enquiries, row.visits)}</span>
              )}
            </TableCell>
          </TableRow>
        ))}
      </Table>
    </div>
  )
}

const REGIONS = new Intl.DisplayNames(['en-IN'], { type: 'region', fallback: 'code' })

const formatName = (group: FigureGroup, label: string): string =>
  group === 'country' && label.length === 2 ? (REGIONS.of(label) ?? label) : label

/** How fast pages are for visitors, the most viewed first. */
export function SpeedTable({ speeds }: Pick<VisitorReport, 'speeds'>) {
  return (
    <div className="-mx-3">
      <Table
        label="Speed"
        columns={[
          'Page',
          { label: 'Views', align: 'end' },
          { label: 'Shown', align: 'end' },
          { label: 'Reaction', align: 'end' },
        ]}
      >
        {speeds.map(({ page, count, lcp, inp }) => (
          <TableRow key={page}>
            <TableCell>{page}</TableCell>
            <TableCell className="text-right tabular-nums">{formatCount(count)}</TableCell>
            <TableCell className={toSpeedClass(lcp, SLOW_LCP_MS)}>{formatSpeed(lcp)}</TableCell>
            <TableCell className={toSpeedClass(inp, SLOW_INP_MS)}>{formatSpeed(inp)}</TableCell>
          </TableRow>
        ))}
      </Table>
    </div>
  )
}

/** Above these, web.dev calls a page slow. */
const SLOW_LCP_MS = 2500
const SLOW_INP_MS = 200

const toSpeedClass = (ms: number | null, slowMs: number): string =>
  `whitespace-nowrap text-right tabular-nums ${ms !== null && (ms > slowMs || ms === 0) ? 'font-semibold text-danger' : ''}`

/** 2500 → '≤ 2.5 s'; 0 stands for more than the report distinguishes. */
const formatSpeed = (ms: number | null): string =>
  ms === null ? '–' : ms === 0 ? 'very slow' : `≤ ${ms / 1000} s`
