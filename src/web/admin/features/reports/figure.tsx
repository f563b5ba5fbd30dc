import { Link } from 'react-router'
import { countOf, formatRupees } from '#contracts/format.ts'
import type { ReportFigure } from '#contracts/quotation/report.ts'

/** The value of some quotations with their number below it, as a link to them. `name` says to screen readers what it is. */
export function Figure({
  name,
  label,
  figure: { count, total },
  path,
}: {
  name: string
  label: string
  figure: ReportFigure
  path: string | undefined
}) {
  const content = (
    <>
      <span className="sr-only">{`${name}: `}</span>
      <span className="block whitespace-nowrap">{formatRupees(total)}</span>
      <span className="block text-muted text-sm">{`${countOf(count, 'quotation')}`}</span>
    </>
  )
  return (
    <>
      <StackedLabel>{label}</StackedLabel>
      {count === 0 ? (
        <span className="text-muted">
          <span className="sr-only">{`${name}: `}</span>–
        </span>
      ) : path ? (
        <Link to={path} className="inline-block text-link hover:underline">
          {content}
        </Link>
      ) : (
        content
      )}
    </>
  )
}

/** The name of a column, shown where a row is a card and the table head is hidden. */
export const StackedLabel = ({ children }: { children: string }) => (
  <span aria-hidden="true" className="block font-normal text-muted text-sm lg:hidden">
    {children}
  </span>
)

/** The classes of a cell: texts are aligned with the heading of the panel. */
export const CELL_CLASS = 'max-lg:px-5! lg:first:pl-5! lg:last:pr-5!'
