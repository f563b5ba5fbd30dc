import { useQueryClient } from '@tanstack/react-query'
import type { Review, ReviewStatus } from '#contracts/review.ts'
import { send } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { invalidateReviews } from '../layout/review-queries.ts'
import { adminApi } from '../session/session.ts'

const SUCCESS_TITLES: Record<ReviewStatus, string> = {
  published: 'The review is on the site',
  declined: 'The review is declined',
  new: 'The review is among the new ones',
}

/** Decides on reviews, with the way back in the toast, and deletes them for good. */
export function useReviewModeration() {
  const client = useQueryClient()
  const onError = ({ message }: Error) =>
    showToast({ variant: 'destructive', title: 'Nothing was changed', description: message })
  const undo = async ({ id, status }: Review) => {
    await patchReview(id, status).catch(onError)
    await invalidateReviews(client)
  }
  const decision = useGuardedMutation({
    mutationFn: ({ review, status }: { review: Review; status: ReviewStatus }) =>
      patchReview(review.id, status),
    onSuccess: async (_, { review, status }) => {
      showToast({ title: SUCCESS_TITLES[status], action: { label: 'Undo', run: () => void undo(review) } })
      await invalidateReviews(client)
    },
    onError,
  })
  const removal = useGuardedMutation({
    mutationFn: ({ id }: Review) => send(adminApi, 'DELETE', `/api/reviews/${id}`),
    onSuccess: async () => {
      showToast({ title: 'The review is deleted' })
      await invalidateReviews(client)
    },
    onError,
  })
  return {
    decide: (review: Review, status: ReviewStatus) => decision.send({ review, status }),
    remove: removal.send,
  }
}

const patchReview = (id: string, status: ReviewStatus) =>
  send(adminApi, 'PATCH', `/api/reviews/${id}`, { status }, 'Please try again.')
