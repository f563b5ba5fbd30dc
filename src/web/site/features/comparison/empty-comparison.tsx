import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import { SiteLink } from '#web/lib/navigation/navigation.tsx'
import { buttonClass } from '../../../ui/button.tsx'

/** The page of a comparison without items. `areItemsGone`: those in the address are no longer in the catalogue. */
export function EmptyComparison({ areItemsGone }: { areItemsGone: boolean }) {
  return (
    <>
      <h1>Compare</h1>
      <p className="mt-4 max-w-(--width-prose)">
        {areItemsGone
          ? 'These items are no longer in the catalogue.'
          : `Choose Compare on up to ${DISPLAY_LIMITS.comparedItems} machines or spare parts in the catalogue. This page then shows them side by side.`}
      </p>
      <p className="mt-6 flex flex-wrap gap-3">
        <SiteLink to="/products" className={buttonClass()}>
          Machines
        </SiteLink>
        <SiteLink to="/products?tab=spares" className={buttonClass('outline')}>
          Spare Parts
        </SiteLink>
      </p>
    </>
  )
}
