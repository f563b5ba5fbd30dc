import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Review, ReviewStatus } from '#contracts/site-content/review.ts'
import { REVIEW_STATUS_LABELS } from '#contracts/site-content/review-status.ts'
import { TAB_CLASS, Tabs } from '#web/ui/tabs.tsx'
import { DeleteDialog } from '../../features/reviews/delete-dialog.tsx'
import { ReviewCard } from '../../features/reviews/review-card.tsx'
import { useReviewModeration } from '../../features/reviews/use-review-moderation.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { useList } from '../../list/use-list.ts'
import { withParams } from '../../list/use-list-params.ts'
import { reviewsPageQuery } from '../../shell/navigation/nav-badges.ts'
import { PermittedScreen } from '../../shell/permitted-screen.tsx'

const TABS: { status: ReviewStatus; label: string; empty: string }[] = [
  { status: 'new', label: REVIEW_STATUS_LABELS.new, empty: 'No reviews pending.' },
  { status: 'published', label: REVIEW_STATUS_LABELS.published, empty: 'No reviews published yet.' },
  { status: 'declined', label: REVIEW_STATUS_LABELS.declined, empty: 'No reviews rejected.' },
]
const LIST = { filters: { search: 'text' }, pageSize: 20 } as const

/** Reviews of visitors, for staff to publish or reject (decision 0013). */
export default function Reviews() {
  return (
    <PermittedScreen permission="reviews.edit" title="Reviews" action="moderate reviews">
      <Moderation />
    </PermittedScreen>
  )
}

function Moderation() {
  const list = useList(LIST)
  const tab = TABS.find(({ status }) => status === list.params.get('status')) ?? TABS[0]!
  const query = useQuery({
    ...reviewsPageQuery(`status=${tab.status}&${list.query}`),
    placeholderData: keepPreviousData,
  })
  const { decide, remove } = useReviewModeration()
  const [reviewToDelete, setReviewToDelete] = useState<Review>()
  return (
    <>
      <ListScreen
        list={list}
        title="Reviews"
        subtitle="Reviews appear on the site only after approval"
        tabs={
          <Tabs label="Reviews by status">
            {TABS.map(({ status, label }) => (
              <Link
                key={status}
                to={`?${withParams(list.params, { status })}`}
                aria-current={status === tab.status ? 'page' : undefined}
                className={TAB_CLASS}
              >
                {label} <span className="text-muted">{query.data?.counts[status]}</span>
              </Link>
            ))}
          </Tabs>
        }
        search={{ label: 'Search reviews' }}
        query={query}
        getRows={({ reviews }) => reviews}
        subject="The reviews"
        noun="review"
        pagerLabels={['Newer', 'Older']}
        empty={<p>{tab.empty}</p>}
        isBoxed={false}
      >
        {(reviews) => (
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
        )}
      </ListScreen>
      {reviewToDelete && (
        <DeleteDialog
          review={reviewToDelete}
          onDelete={() => remove(reviewToDelete)}
          onClose={() => setReviewToDelete(undefined)}
        />
      )}
    </>
  )
}
