import type { Review } from '#contracts/site-content/review.ts'
import { ConfirmDialog } from '#web/admin/editing/form-dialog.tsx'
import { getReviewAuthor } from './review-card.tsx'

interface DeleteDialogProps {
  review: Review
  onDelete: () => void
  onClose: () => void
}

/** Asks before a review is deleted permanently. */
export const DeleteDialog = ({ review, onDelete, onClose }: DeleteDialogProps) => (
  <ConfirmDialog
    title={`Delete the review by ${getReviewAuthor(review)} permanently?`}
    tone="danger"
    confirmLabel="Delete"
    onConfirm={onDelete}
    onClose={onClose}
  >
    <p>This cannot be undone. Rejected reviews are not shown on the site either.</p>
  </ConfirmDialog>
)
