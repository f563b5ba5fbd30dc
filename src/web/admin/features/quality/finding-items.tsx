import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Finding, FindingItem } from '#contracts/bulk-data/quality.ts'
import { formatCount } from '#contracts/format.ts'
import { toEditPath } from '#web/lib/navigation/admin-paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LoadError } from '../../shell/load-error.tsx'
import { findingItemsQuery } from './queries.ts'

interface FindingItemsProps {
  finding: Finding
  /** The state of the links to the forms, which return to this screen. */
  formState: unknown
}

/** All items of a finding, page after page. */
export function AllFindingItems({ finding, formState }: FindingItemsProps) {
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(findingItemsQuery(finding.key))
  if (isPending) return <Spinner label="Loading..." />
  if (error && !data) return <LoadError subject="The items" error={error} onRetry={refetch} />
  const items = data.pages.flatMap((page) => page.items)
  const total = data.pages.at(-1)?.total ?? 0
  return (
    <>
      <FindingItemList items={items} formState={formState} />
      {error && <LoadError subject="Further items" error={error} onRetry={() => fetchNextPage()} />}
      {hasNextPage && (
        <Button
          variant="outline"
          size="sm"
          className="mt-2"
          onClick={() => void fetchNextPage({ cancelRefetch: false })}
        >
          {isFetchingNextPage ? 'Loading...' : `Show more of ${formatCount(total)}`}
        </Button>
      )}
    </>
  )
}

/** Items with links to their forms, and what is wrong with each. */
export function FindingItemList({ items, formState }: { items: FindingItem[]; formState: unknown }) {
  return (
    <ul className="text-compact">
      {items.map(({ id, kind, name, code, state, texts }) => (
        <li key={id} className="border-line border-t py-1.5 first:border-t-0">
          <Link
            to={toEditPath(kind, id)}
            state={formState}
            className="wrap-anywhere inline-flex min-h-6 items-center text-link hover:underline"
          >
            {name}
          </Link>
          <span className="wrap-anywhere text-muted">
            {[code, state === 'draft' && 'draft', ...texts]
              .filter(Boolean)
              .map((text) => ` · ${text}`)
              .join('')}
          </span>
        </li>
      ))}
    </ul>
  )
}
