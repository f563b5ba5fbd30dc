import { ArrowLeft } from 'lucide-react'
import type { Kind } from '#contracts/item.ts'
import { SiteLink } from '../../../lib/navigation.tsx'
import { useSiteContent } from '../../../lib/site-content.tsx'
import { type CatalogueView, catalogueAddress, TAB_LABELS } from '../../catalogue-address.ts'

/** The three tabs with their counts, the way home, and help (rows CAT-1, CAT-2). */
export function Sidebar({ view, totals }: { view: CatalogueView; totals: Record<Kind, number> }) {
  const { company, catalogue } = useSiteContent()
  const [phone] = company.phones
  return (
    <aside className="min-w-0 bg-surface-grey lg:min-h-[calc(100svh-var(--size-bar))] print:hidden">
      <div className="lg:sticky lg:top-(--size-bar)">
        <SiteLink
          to="/"
          className="flex items-center gap-2 px-6 py-4 font-head font-medium text-label hover:underline"
        >
          <ArrowLeft aria-hidden="true" size={18} /> Back to Home
        </SiteLink>
        <nav aria-label="Catalogue" className="flex overflow-x-auto lg:block">
          {(['machine', 'spare', 'service'] as const).map((tab) => (
            <SiteLink
              key={tab}
              to={catalogueAddress({ ...view, tab })}
              aria-current={tab === view.tab ? 'page' : undefined}
              className="flex flex-1 items-center justify-between gap-3 border-line border-t border-b-3 border-b-transparent px-6 py-3.5 font-head font-medium text-lg whitespace-nowrap hover:bg-surface aria-[current]:border-b-marine aria-[current]:bg-surface aria-[current]:font-semibold lg:border-b-0 lg:border-l-3 lg:border-l-transparent lg:aria-[current]:border-l-marine"
            >
              {TAB_LABELS[tab].title}
              <span className="text-muted tabular-nums">{totals[tab]}</span>
            </SiteLink>
          ))}
        </nav>
        <div className="m-6 hidden border border-line-strong bg-surface p-4 lg:block">
          <h2 className="text-h4">Need Help?</h2>
          <p className="mt-1 text-muted text-sm">{catalogue.help}</p>
          {phone && (
            <a
              href={`tel:${phone.number.replace(/[^\d+]/g, '')}`}
              className="mt-3 block font-head font-semibold text-lg hover:underline"
            >
              {phone.number}
            </a>
          )}
          {company.hours[0] && (
            <p className="text-muted text-sm">{`${company.hours[0].days}, ${company.hours[0].hours}`}</p>
          )}
        </div>
      </div>
    </aside>
  )
}
