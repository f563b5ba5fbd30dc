import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import { t } from '#messages/messages.ts'
import { SiteLink } from '#web/lib/navigation/navigation.tsx'
import { buttonClass } from '../../../ui/button.tsx'

/** The page of a comparison without items. `areItemsGone`: those in the address are no longer in the catalogue. */
export function EmptyComparison({ areItemsGone }: { areItemsGone: boolean }) {
  return (
    <>
      <h1>{t('Compare')}</h1>
      <p className="mt-4 max-w-(--width-prose)">
        {areItemsGone
          ? t('These items are no longer in the catalogue.')
          : t(
              'Choose Compare on up to {count} machines or spare parts in the catalogue. This page then shows them side by side.',
              { count: DISPLAY_LIMITS.comparedItems },
            )}
      </p>
      <p className="mt-6 flex flex-wrap gap-3">
        <SiteLink to="/products" className={buttonClass()}>
          {t('Machines')}
        </SiteLink>
        <SiteLink to="/products?tab=spares" className={buttonClass('outline')}>
          {t('Spare Parts')}
        </SiteLink>
      </p>
    </>
  )
}
