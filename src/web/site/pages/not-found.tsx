import { t } from '#messages/messages.ts'
import { SiteLink } from '../../lib/navigation/navigation.tsx'
import { buttonClass } from '../../ui/button.tsx'

/** The page of unknown addresses (row RT-2). */
export default function NotFoundPage() {
  return (
    <div className="page-width pt-[calc(var(--size-bar)+4rem)] pb-(--space-section)">
      <title>{t('404 Not Found')}</title>
      <meta name="robots" content="noindex" />
      <div className="millimetre-paper grid gap-8 border border-line p-[clamp(1.25rem,4vw,4rem)]">
        <p aria-hidden="true" className="font-head font-semibold text-[clamp(6rem,22vw,16rem)] leading-[0.8]">
          404
        </p>
        <div aria-hidden="true" className="dimension">
          <span>{t('Not Found')}</span>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <div>
            <h1 className="text-h3">{t('404 Not Found')}</h1>
            <p className="mt-2 text-muted">{t('Page not found. It may have been moved or deleted.')}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            <SiteLink to="/" className={buttonClass('secondary')}>
              {t('Back to Home')}
            </SiteLink>
            <SiteLink to="/products" className={buttonClass('outline')}>
              {t('View all machines')}
            </SiteLink>
          </div>
        </div>
      </div>
    </div>
  )
}
