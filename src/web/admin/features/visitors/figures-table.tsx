import { formatCount } from '#contracts/format.ts'
import {
  FIGURE_GROUPS,
  type FigureGroup,
  type VisitorReport,
  type VisitorRow,
} from '#contracts/visitors/visitor-report.ts'
import { formatShare, NumbersTable } from './numbers-table.tsx'

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
    <NumbersTable
      label={FIGURE_GROUPS[group]}
      columns={[NAME_TITLES[group], 'Visits', 'Times', 'Enquiries']}
      rows={rows.map(({ name, path, label, visits, count, enquiries }) => ({
        key: name,
        name: path ? (
          <a href={path} className="text-link underline">
            {label}
          </a>
        ) : (
          formatName(group, label)
        ),
        numbers: [formatCount(visits), formatCount(count), <Share key="share" {...{ enquiries, visits }} />],
      }))}
    />
  )
}

function Share({ enquiries, visits }: Pick<VisitorRow, 'enquiries' | 'visits'>) {
  if (enquiries === 0) return '–'
  return (
    <>
      {formatCount(enquiries)}
      <span className="block text-muted text-sm">{formatShare(enquiries, visits)}</span>
    </>
  )
}

const REGIONS = new Intl.DisplayNames(['en-IN'], { type: 'region', fallback: 'code' })

const formatName = (group: FigureGroup, label: string): string =>
  group === 'country' && label.length === 2 ? (REGIONS.of(label) ?? label) : label

/** How fast pages are for visitors, the most viewed first. */
export const SpeedTable = ({ speeds }: Pick<VisitorReport, 'speeds'>) => (
  <NumbersTable
    label="Speed"
    columns={['Page', 'Views', 'Shown', 'Reaction']}
    rows={speeds.map(({ page, count, lcp, inp }) => ({
      key: page,
      name: page,
      numbers: [
        formatCount(count),
        <Speed key="lcp" ms={lcp} slowMs={SLOW_LCP_MS} />,
        <Speed key="inp" ms={inp} slowMs={SLOW_INP_MS} />,
      ],
    }))}
  />
)

/** Above these, web.dev calls a page slow. */
const SLOW_LCP_MS = 2500
const SLOW_INP_MS = 200

/** 2500 → '≤ 2.5 s'; 0 stands for more than the report distinguishes. */
function Speed({ ms, slowMs }: { ms: number | null; slowMs: number }) {
  if (ms === null) return '–'
  const text = ms === 0 ? 'very slow' : `≤ ${ms / 1000} s`
  return ms === 0 || ms > slowMs ? <strong className="text-danger">{text}</strong> : text
}
