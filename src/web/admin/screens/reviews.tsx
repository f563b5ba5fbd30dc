import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Review, ReviewPage, ReviewStatus } from '#contracts/review.ts'
import { REVIEW_STATUS_LABELS } from '#contracts/review-status.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TAB_CLASS, Tabs } from '../../ui/tabs.tsx'
import { LoadError } from '../features/layout/load-error.tsx'
import { PageHeader } from '../features/layout/page-header.tsx'
import { Pager } from '../features/layout/pager.tsx'
import { reviewsPageQuery } from '../features/layout/review-queries.ts'
import { SearchField } from '../features/layout/search-field.tsx'
import { parsePage, useListParams, withParams } from '../features/layout/use-list-params.ts'
import { ReviewCard } from '../features/reviews/review-card.tsx'
import { useReviewModeration } from '../features/reviews/use-review-moderation.ts'
import { RequirePermission } from '../features/session/require-permission.tsx'

const TABS: { status: ReviewStatus; label: string; empty: string }[] = [
  { status: 'new', label: REVIEW_STATUS_LABELS.new, empty: 'No reviews pending.' },
  { status: 'published', label: REVIEW_STATUS_LABELS.published, empty: 'No reviews published yet.' },
  { status: 'declined', label: REVIEW_STATUS_LABELS.declined, empty: 'No reviews rejected.' },
]
const PAGE_SIZE = 20

/** Reviews of visitors, for staff to publish or reject (decision 0013). */
export default function Reviews() {
  return (
    <RequirePermission
      permission="reviews.edit"
      fallback={
        <>
          <PageHeader title="Reviews" />
          <p>You don't have permission to moderate reviews. Ask an owner.</p>
        </>
      }
    >
      <Moderation />
    </RequirePermission>
  )
}

function Moderation() {
  const [searchParams, changeParams] = useListParams()
  const tab = TABS.find(({ status }) => status === searchParams.get('status')) ?? TABS[0]!
  const search = searchParams.get('search') ?? ''
  const page = parsePage(searchParams)
  const query = new URLSearchParams({
    status: tab.status,
    ...(search.trim() && { search: search.trim() }),
    limit: String(PAGE_SIZE),
    offset: String((page - 1) * PAGE_SIZE),
  })
  const { data, error, isPending, refetch } = useQuery({
    ...reviewsPageQuery(query.toString()),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title="Reviews" subtitle="Reviews appear on the site only after approval" />
      <Tabs label="Reviews by status">
        {TABS.map(({ status, label }) => (
          <Link
            key={status}
            to={`?${withParams(searchParams, { status })}`}
            aria-current={status === tab.status ? 'page' : undefined}
            className={TAB_CLASS}
          >
            {label} <span className="text-muted">{data?.counts[status]}</span>
          </Link>
        ))}
      </Tabs>
      <SearchField
        label="Search reviews"
        term={search}
        onSearch={(term) => changeParams({ search: term })}
        className="mb-4 max-w-96"
      />
      {isPending ? (
        <Spinner label="Loading..." />
      ) : error ? (
        <LoadError subject="The reviews" error={error} onRetry={refetch} />
      ) : (
        <List
          data={data}
          empty={search.trim() ? 'No results.' : page > 1 ? 'This page does not exist.' : tab.empty}
        />
      )}
      {data && (
        <Pager
          page={page}
          size={PAGE_SIZE}
          total={data.total}
          itemLabel="reviews"
          labels={['Newer', 'Older']}
        />
      )}
    </>
  )
}

function List({ data, empty }: { data: ReviewPage; empty: string }) {
  const { decide, remove } = useReviewModeration()
  const [reviewToDelete, setReviewToDelete] = useState<Review>()
  const reviews = data.reviews
  if (reviews.length === 0)
    return (
      <Panel>
        <p className="py-12 text-center text-muted">{empty}</p>
      </Panel>
    )
  return (
    <>
      <ul className="grid gap-4">
        {reviews.map((review) => (
          <ReviewCard
            key={review.id}
            review={review}
            onDecide={(status) => decide(review, status)}
            onDelete={() => setReviewToDelete(review)}
          />
        ))}
      </ul>
      {reviewToDelete && (
        <Dialog
          title="Delete this review permanently?"
          role="alertdialog"
          tone="danger"
          onClose={() => setReviewToDelete(undefined)}
        >
          <p className="px-6 pt-2">
            This cannot be undone. Rejected reviews are not shown on the site either.
          </p>
          <DialogActions>
            <Button variant="outline" onClick={() => setReviewToDelete(undefined)} autoFocus>
              Cancel
            </Button>
            <Button
              variant="destructive"
              onClick={() => {
                remove(reviewToDelete)
                setReviewToDelete(undefined)
              }}
            >
              Delete
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
