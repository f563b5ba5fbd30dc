import { Link, useSearchParams } from 'react-router'
import { formatCount, pluralize } from '#contracts/format.ts'
import { buttonClass } from '#web/ui/button.tsx'

interface PagerProps {
  /** From 1. */
  page: number
  size: number
  total: number
  /** What is listed, in the singular: 'enquiry'; '': the pages are counted without a word. */
  noun?: string
  /** The labels of the links to the adjacent pages. */
  labels?: readonly [previous: string, next: string]
  /** The id of the element that the links scroll to, instead of the beginning of the screen. */
  anchor?: string
}

/** The displayed range of a paged list, and links to the adjacent pages. The page is in the URL parameter `page`. */
export function Pager({ page, size, total, noun = '', labels = ['Previous', 'Next'], anchor }: PagerProps) {
  const [searchParams] = useSearchParams()
  const pages = Math.max(1, Math.ceil(total / size))
  const getPageHref = (targetPage: number) => {
    const next = new URLSearchParams(searchParams)
    if (targetPage > 1) next.set('page', String(targetPage))
    else next.delete('page')
    return `?${next}${anchor ? `#${anchor}` : ''}`
  }
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-muted text-sm tabular-nums">
        {`${formatPage({ page, size, total, pages })} ${total === 1 ? noun : noun && pluralize(noun)}`.trim()}
      </p>
      <div className="flex gap-3 print:hidden">
        {page > 1 && (
          <Link
            to={getPageHref(Math.min(page - 1, pages))}
            rel="prev"
            className={buttonClass('outline', 'sm')}
          >
            {labels[0]}
          </Link>
        )}
        {page < pages && (
          <Link to={getPageHref(page + 1)} rel="next" className={buttonClass('outline', 'sm')}>
            {labels[1]}
          </Link>
        )}
      </div>
    </nav>
  )
}

function formatPage({
  page,
  size,
  total,
  pages,
}: {
  page: number
  size: number
  total: number
  pages: number
}) {
  if (pages === 1 || page > pages) return formatCount(total)
  return `${formatCount((page - 1) * size + 1)} to ${formatCount(Math.min(page * size, total))} of ${formatCount(total)}`
}
