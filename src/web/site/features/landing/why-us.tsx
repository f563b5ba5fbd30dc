import { useQuery } from '@tanstack/react-query'
import type { PublishedReview } from '#contracts/site-content/review.ts'
import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import { t } from '#messages/messages.ts'
import { langOf } from '#web/lib/content-language.ts'
import { useSiteContent } from '#web/lib/site-content.tsx'
import { reviewsQuery } from '#web/site/queries/reviews-query.ts'
import { FeatureControlFrame } from '#web/ui/feature-control-frame.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { ReviewForm } from './review-form.tsx'

/** The inspection standards of the machines, testimonials, reviews and the review form (rows REV-1, REV-2). */
export function WhyUs() {
  const { why, testimonials } = useSiteContent()
  const { data: reviews = [] } = useQuery(reviewsQuery)
  return (
    <section id="why" aria-labelledby="why-title" className="section on-dark bg-marine text-on-dark">
      <div className="page-width">
        <div className="section-head">
          <h2 id="why-title" lang={langOf(why.title)}>
            {why.title}
          </h2>
          <p lang={langOf(why.text)} className="text-on-dark-muted">
            {why.text}
          </p>
        </div>
        <ul className="grid grid-cols-2 gap-x-(--space-column) gap-y-6 md:gap-y-10 xl:grid-cols-4">
          {why.reasons.map(({ sign, frame, title, text }) => (
            <li key={title}>
              <FeatureControlFrame symbol={sign} compartments={frame} title={title} />
              <h3 className="mt-4 text-h4">{title}</h3>
              <p lang={langOf(text)} className="mt-1 text-on-dark-muted max-md:text-sm">
                {text}
              </p>
            </li>
          ))}
        </ul>
        <div className="mt-10 grid gap-x-(--space-column) gap-y-8 lg:gap-y-12 md:mt-20 lg:grid-cols-12">
          <div className="lg:col-span-7">
            <h3 className="mb-6">{t('What our customers say')}</h3>
            <ul className="grid gap-4 md:gap-8">
              {testimonials.map((testimonial) => (
                <TestimonialCard key={testimonial.author} {...testimonial} />
              ))}
              {reviews.map((review) => (
                <TestimonialCard key={review.id} {...toTestimonial(review)} />
              ))}
            </ul>
          </div>
          <div className="on-light bg-surface p-4 text-ink md:p-6 lg:col-span-4 lg:col-start-9 lg:self-start">
            <ReviewForm />
          </div>
        </div>
      </div>
    </section>
  )
}

type Testimonial = Omit<PublicSiteContent['testimonials'][number], 'rating'> & { rating: number | null }

/** Converts a published review; without a name the author is 'A customer'. */
function toTestimonial({ rating, text, name, position, company }: PublishedReview): Testimonial {
  const nameParts = name.trim().split(/\s+/).filter(Boolean)
  return {
    rating,
    text,
    author: name || t('A customer'),
    position: [position, company].filter(Boolean).join(', '),
    initials: nameParts
      .map((word) => word[0]!.toUpperCase())
      .join('')
      .slice(0, 2),
  }
}

function TestimonialCard({ rating, text, author, position, initials }: Testimonial) {
  return (
    <li className="wrap-anywhere border-line-dark border-t pt-5">
      <figure className="grid gap-3 md:gap-5">
        <blockquote className="text-pretty md:text-lg">{text}</blockquote>
        <figcaption className="flex items-center gap-3">
          <span aria-hidden="true" className="balloon size-10! max-md:hidden">
            {initials}
          </span>
          <span className="grow">
            <strong className="block font-head font-semibold">{author}</strong>
            <span className="block text-on-dark-muted text-sm">{position}</span>
          </span>
          {rating !== null && <Stars rating={rating} />}
        </figcaption>
      </figure>
    </li>
  )
}
