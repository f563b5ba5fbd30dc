import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import { t } from '#messages/messages.ts'
import { SiteLink } from '#web/lib/navigation/navigation.tsx'
import { useSiteContent } from '../../../lib/site-content.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { ItemCard } from '../../items/item-card.tsx'
import { featuredQuery } from '../../queries/item-queries.ts'

/** Machines, then spare parts, then services; the first six (rows FEAT-1 to FEAT-4, FEAT-8). */
export function Featured() {
  const { title, text } = useSiteContent().featured
  const lists = [
    useQuery(featuredQuery('machine')),
    useQuery(featuredQuery('spare')),
    useQuery(featuredQuery('service')),
  ]
  const items = lists.flatMap(({ data }) => data ?? []).slice(0, DISPLAY_LIMITS.featuredItems)
  const failed = lists.some(({ isError }) => isError)
  const loading = lists.some(({ isPending }) => isPending)
  if (!failed && !loading && items.length === 0) return null
  return (
    <section id="products" className="section bg-surface-grey">
      <div className="page-width">
        <div className="section-head">
          <h2>{title}</h2>
          <div className="grid justify-items-start gap-4">
            <p className="text-muted">{text}</p>
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              <SiteLink to="/products" className={buttonClass('outline')}>
                {t('View All Products')} <ArrowRight aria-hidden="true" size={18} />
              </SiteLink>
              <SiteLink to="/finder" className={buttonClass('link', 'default', 'max-md:hidden')}>
                {t('Which machine fits my part?')}
              </SiteLink>
            </div>
          </div>
        </div>
        {failed ? (
          <p role="alert" className="py-16 text-center text-danger">
            {t('Failed to load featured products')}
          </p>
        ) : loading ? (
          <Spinner label={t('Loading featured products...')} />
        ) : (
          <div className="featured-cards">
            {items.map((item) => (
              <ItemCard key={item.id} item={item} />
            ))}
          </div>
        )}
      </div>
    </section>
  )
}
