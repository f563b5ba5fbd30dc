import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Review, ReviewPage, ReviewStatus } from '#contracts/review.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TAB, Tabs } from '../../ui/tabs.tsx'
import { LoadFailure } from '../features/frame/load-failure.tsx'
import { Pager } from '../features/frame/pager.tsx'
import { reviewsPageQuery } from '../features/frame/review-counts.ts'
import { ScreenHead } from '../features/frame/screen-head.tsx'
import { ReviewCard } from '../features/reviews/review-card.tsx'
import { ReviewSearch } from '../features/reviews/review-search.tsx'
import { useDecide } from '../features/reviews/use-decide.ts'
import { Only } from '../features/session/only.tsx'

const TABS: { status: ReviewStatus; label: string; empty: string }[] = [
  { status: 'new', label: 'New', empty: 'No review waits for your decision.' },
  { status: 'published', label: 'Published', empty: 'No review is published yet.' },
  { status: 'declined', label: 'Declined', empty: 'No review is declined.' },
]
const PER_PAGE = 20

/** What visitors wrote, for staff to publish or decline (decision 13). */
export default function Reviews() {
  return (
    <Only
      permission="reviews.edit"
      otherwise={
        <>
          <ScreenHead title="Reviews" />
          <p>Your account may not decide about reviews. An owner or an editor can.</p>
        </>
      }
    >
      <Moderation />
    </Only>
  )
}

function Moderation() {
  const [parameters, setParameters] = useSearchParams()
  const tab = TABS.find(({ status }) => status === parameters.get('status')) ?? TABS[0]!
  const search = parameters.get('search') ?? ''
  const page = Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1)
  const query = new URLSearchParams({
    status: tab.status,
    ...(search.trim() && { search: search.trim() }),
    limit: String(PER_PAGE),
    offset: String((page - 1) * PER_PAGE),
  })
  const { data, error, isPending, refetch } = useQuery({
    ...reviewsPageQuery(query.toString()),
    placeholderData: keepPreviousData,
  })
  const find = useCallback(
    (term: string) =>
      setParameters((now) => withParameters(now, { search: term, page: undefined }), { replace: true }),
    [setParameters],
  )
  return (
    <>
      <ScreenHead title="Reviews" subtitle="Nothing is on the site before you publish it" />
      <Tabs label="Reviews by status">
        {TABS.map(({ status, label }) => (
          <Link
            key={status}
            to={`?${withParameters(parameters, { status, page: undefined })}`}
            aria-current={status === tab.status ? 'page' : undefined}
            className={TAB}
          >
            {label} <span className="text-muted">{data?.counts[status]}</span>
          </Link>
        ))}
      </Tabs>
      <ReviewSearch term={search} onSearch={find} />
      {isPending ? (
        <Spinner label="Loading..." />
      ) : error ? (
        <LoadFailure what="The reviews" error={error} retry={refetch} />
      ) : (
        <List
          data={data}
          empty={search.trim() ? 'No review fits this search.' : page > 1 ? 'There are no more.' : tab.empty}
        />
      )}
      {data && (
        <Pager page={page} size={PER_PAGE} total={data.total} noun="reviews" words={['Newer', 'Older']} />
      )}
    </>
  )
}

function List({ data, empty }: { data: ReviewPage; empty: string }) {
  const { decide, remove } = useDecide()
  const [doomed, setDoomed] = useState<Review>()
  const reviews = data.reviews
  if (reviews.length === 0)
    return (
      <Plate>
        <p className="py-12 text-center text-muted">{empty}</p>
      </Plate>
    )
  return (
    <>
      <ul className="grid gap-4">
        {reviews.map((review) => (
          <ReviewCard
            key={review.id}
            review={review}
            onDecide={(status) => decide(review, status)}
            onDelete={() => setDoomed(review)}
          />
        ))}
      </ul>
      {doomed && (
        <Dialog
          title="Delete this review for good?"
          role="alertdialog"
          tone="danger"
          onClose={() => setDoomed(undefined)}
        >
          <p className="px-6 pt-2">
            It cannot be brought back. To keep it off the site, it is enough to decline it.
          </p>
          <DialogActions>
            <Button variant="outline" onClick={() => setDoomed(undefined)} autoFocus>
              Keep
            </Button>
            <Button
              variant="destructive"
              onClick={() => {
                remove(doomed)
                setDoomed(undefined)
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

/** A copy of the parameters with these set, or taken away where undefined or empty. */
function withParameters(now: URLSearchParams, changes: Record<string, string | undefined>): URLSearchParams {
  const next = new URLSearchParams(now)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
