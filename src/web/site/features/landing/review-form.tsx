import { type FormEvent, useRef, useState } from 'react'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { t } from '#messages/messages.ts'
import { browserApi, isClientError, send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { OutlineIcon } from '#web/ui/icons/outline-icon.tsx'
import { showToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { HoneypotField, TextArea, TextField } from '../../../ui/field.tsx'
import { PrivacyLine } from '../../enquiry/privacy-line.tsx'

const RATINGS = [1, 2, 3, 4, 5]

/** The review form, on phones closed at first: no field is required, and an empty text is not sent (row REV-1, decision 0013). */
export function ReviewForm() {
  const form = useRef<HTMLFormElement>(null)
  const [rating, setRating] = useState(0)
  const review = useGuardedMutation({
    mutationFn: (fields: object) => send(browserApi, 'POST', '/api/reviews', fields),
    onSuccess: () => {
      form.current?.reset()
      setRating(0)
      showToast({
        title: t('Thank you for your review!'),
        description: t('We check every review before we publish it.'),
      })
    },
    onError: (error) =>
      showToast({
        variant: 'destructive',
        title: t('Your review was not sent'),
        description: isClientError(error) ? error.message : t('Your review is still in the form. Try again.'),
      }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.currentTarget))
    if (!String(fields.text).trim()) return
    review.send({ ...fields, ...(rating > 0 && { rating }) })
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <details className="review-form">
        <summary>
          <h3 className="text-h4">{t('Write a review')}</h3>
        </summary>
        <div className="mt-4 grid gap-4">
          <StarPicker rating={rating} onPick={setRating} />
          <TextArea label={t('Your experience')} name="text" maxLength={FORM_LIMITS.reviewLength} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label={t('Name')} name="name" maxLength={FORM_LIMITS.nameLength} autoComplete="name" />
            <TextField
              label={t('Position')}
              name="position"
              maxLength={FORM_LIMITS.nameLength}
              autoComplete="organization-title"
            />
          </div>
          <TextField
            label={t('Company')}
            name="company"
            maxLength={FORM_LIMITS.nameLength}
            autoComplete="organization"
          />
          <HoneypotField />
          <PrivacyLine />
          <Button
            type="submit"
            variant="secondary"
            aria-disabled={review.isPending}
            className="justify-self-start"
          >
            {t('Send review')}
          </Button>
        </div>
      </details>
    </form>
  )
}

/** Five stars, filled up to the one under the pointer, otherwise up to the chosen rating. */
function StarPicker({ rating, onPick }: { rating: number; onPick: (rating: number) => void }) {
  const [hovered, setHovered] = useState(0)
  const filled = hovered || rating
  return (
    <fieldset className="-ml-2 flex" onMouseLeave={() => setHovered(0)}>
      <legend className="sr-only">{t('Your rating')}</legend>
      {RATINGS.map((star) => (
        <button
          key={star}
          type="button"
          aria-label={t('{count, plural, one {# star} other {# stars}}', { count: star })}
          aria-pressed={star === rating}
          data-filled={star <= filled}
          onMouseEnter={() => setHovered(star)}
          onClick={() => onPick(star)}
          className="p-2 text-dim"
        >
          <OutlineIcon icon="star" size={26} filled={star <= filled} />
        </button>
      ))}
    </fieldset>
  )
}
