import { Link } from 'react-router'
import { buttonClass } from '../../../ui/button.tsx'

/** Which entries are shown of how many, and the ways to the pages beside. `address` answers the query of a page. */
export function Pager(props: {
  page: number
  size: number
  total: number
  address: (page: number) => string
}) {
  const { page, size, total, address } = props
  const pages = Math.max(1, Math.ceil(total / size))
  const from = (page - 1) * size + 1
  const format = (count: number) => count.toLocaleString('en-IN')
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-muted text-sm">
        {page > pages
          ? `There are ${format(total)} entries on ${format(pages)} pages.`
          : `${format(from)} to ${format(Math.min(total, page * size))} of ${format(total)}`}
      </p>
      <div className="flex gap-3 print:hidden">
        {page > 1 && (
          <Link to={address(Math.min(page - 1, pages))} rel="prev" className={buttonClass('outline', 'sm')}>
            Newer
          </Link>
        )}
        {page < pages && (
          <Link to={address(page + 1)} rel="next" className={buttonClass('outline', 'sm')}>
            Older
          </Link>
        )}
      </div>
    </nav>
  )
}
