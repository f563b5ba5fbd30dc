import { useQueryClient } from '@tanstack/react-query'
import type { Review, ReviewStatus } from '#contracts/review.ts'
import { send } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toast.ts'
import { useSend } from '../../../lib/use-send.ts'
import { refreshReviews } from '../frame/review-counts.ts'
import { staffApi } from '../session/session.ts'

const DONE: Record<ReviewStatus, string> = {
  published: 'The review is on the site',
  declined: 'The review is declined',
  new: 'The review is among the new ones',
}

/** Decides on reviews, with the way back in the toast, and deletes them for good. */
export function useDecide() {
  const client = useQueryClient()
  const onError = ({ message }: Error) =>
    showToast({ variant: 'destructive', title: 'Nothing was changed', description: message })
  const undo = async ({ id, status }: Review) => {
    await patch(id, status).catch(onError)
    await refreshReviews(client)
  }
  const decision = useSend({
    mutationFn: ({ review, status }: { review: Review; status: ReviewStatus }) => patch(review.id, status),
    onSuccess: async (_, { review, status }) => {
      showToast({ title: DONE[status], action: { label: 'Undo', run: () => void undo(review) } })
      await refreshReviews(client)
    },
    onError,
  })
  const removal = useSend({
    mutationFn: ({ id }: Review) => send(staffApi, 'DELETE', `/api/reviews/${id}`),
    onSuccess: async () => {
      showToast({ title: 'The review is deleted' })
      await refreshReviews(client)
    },
    onError,
  })
  return {
    decide: (review: Review, status: ReviewStatus) => decision.send({ review, status }),
    remove: removal.send,
  }
}

const patch = (id: string, status: ReviewStatus) =>
  send(staffApi, 'PATCH', `/api/reviews/${id}`, { status }, 'Please try again.')
