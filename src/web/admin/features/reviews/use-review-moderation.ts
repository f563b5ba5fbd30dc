import { useQueryClient } from '@tanstack/react-query'
import type { Review, ReviewStatus } from '#contracts/site-content/review.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { showToast } from '#web/lib/toast.ts'
import { adminApi } from '../../session/session.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { invalidateReviews } from '../../shell/navigation/nav-badges.ts'

const SUCCESS_TITLES: Record<ReviewStatus, string> = {
  published: 'Review published',
  declined: 'Review rejected',
  new: 'Review marked as new',
}

/** Publishes or rejects reviews, with Undo in the toast, and deletes them permanently. */
export function useReviewModeration() {
  const client = useQueryClient()
  const onError = (error: Error) => showErrorToast(error, 'Not saved')
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
      showToast({ title: 'Review deleted' })
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
  send(adminApi, 'PATCH', `/api/reviews/${id}`, { status }, 'Try again.')
