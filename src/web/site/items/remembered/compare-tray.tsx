import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import { t } from '#messages/messages.ts'
import { SiteLink } from '#web/lib/navigation/navigation.tsx'
import { buttonClass, IconButton } from '#web/ui/button.tsx'
import { OutlineIcon } from '#web/ui/icons/outline-icon.tsx'
import { summariesQuery } from '../../queries/discovery-queries.ts'
import { buildComparisonUrl, updateCompared } from './compared.ts'

/**
 * The items chosen for the comparison, at the bottom of the window; on narrow screens only the link with their number, among
 * the floating buttons. Ids of deleted items are left out.
 */
export default function CompareTray({ ids }: { ids: readonly string[] }) {
  const { data } = useQuery({ ...summariesQuery([...ids]), placeholderData: (before) => before })
  const items = (data ?? []).filter(({ id }) => ids.includes(id))
  if (items.length === 0) return null
  const url = buildComparisonUrl(items.map(({ slug }) => slug))
  return (
    <>
      <SiteLink to={url} className="floating-action compare-action">
        <OutlineIcon icon="compare" size={22} filled />
        <span>{t('Compare')}</span>
        <b>{items.length}</b>
      </SiteLink>
      <p role="status" className="sr-only lg:hidden">
        {t('{count} of {limit} to compare', { count: items.length, limit: DISPLAY_LIMITS.comparedItems })}
      </p>
      <section aria-label={t('Comparison')} className="compare-tray">
        <div className="page-width flex items-center gap-x-4 gap-y-2 py-2 lg:pr-24">
          <ul className="flex min-w-0 grow gap-2 overflow-x-auto">
            {items.map(({ id, name }) => (
              <li key={id} className="flex min-w-0 max-w-52 items-center border border-line">
                <span className="truncate py-1.5 pl-3 text-sm">{name}</span>
                <IconButton
                  variant="ghost"
                  label={t('Remove from comparison: {item}', { item: name })}
                  onClick={() => updateCompared((before) => before.filter((other) => other !== id))}
                >
                  <X aria-hidden="true" size={16} />
                </IconButton>
              </li>
            ))}
          </ul>
          <p role="status" className="shrink-0 text-muted text-sm">
            {t('{count} of {limit}', { count: items.length, limit: DISPLAY_LIMITS.comparedItems })}
          </p>
          <SiteLink to={url} className={buttonClass('default', 'default', 'shrink-0')}>
            {t('Compare')}
          </SiteLink>
        </div>
      </section>
    </>
  )
}
