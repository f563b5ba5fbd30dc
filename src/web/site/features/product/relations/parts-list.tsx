import type { HTMLAttributes } from 'react'
import { formatRupees } from '#contracts/format.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import type { RelatedItem } from '#contracts/item/relation.ts'
import { msg, t } from '#messages/messages.ts'
import { ItemLink, SiteLink } from '#web/lib/navigation/navigation.tsx'
import { buildCatalogueUrl } from '#web/site/catalogue-url.ts'
import { AddToEnquiry } from '#web/site/items/add-to-enquiry.tsx'
import { ReplacedBy } from '#web/site/items/replaced-by.tsx'

const TITLE = msg('Spare parts for this machine')

/** The first spare parts of a machine by assembly, with a link to all of them. */
export function PartsList({ item: { slug, relations } }: { item: Item }) {
  const { parts } = relations
  if (!parts) return null
  const assemblies = new Set(parts.items.map(({ relation }) => relation.assembly))
  return (
    <section id="parts" aria-label={t(TITLE)} className="details-section">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-h3">{t(TITLE)}</h2>
        <AllPartsLink to={buildCatalogueUrl({ tab: 'spare', fits: slug })} total={parts.total} />
      </div>
      <div className="gap-x-(--space-column) md:columns-2 xl:columns-3">
        {[...assemblies].map((assembly) => (
          <div key={assembly} className="mb-6 break-inside-avoid">
            <h3 className="border-ink border-b pb-2 text-h4">{assembly || t('Other spare parts')}</h3>
            <ul>
              {parts.items
                .filter(({ relation }) => relation.assembly === assembly)
                .map((part) => (
                  <PartRow key={part.relation.id} item={part} />
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

/** A spare part with its position in the drawing, its number in the machine, price and button for the enquiry list, or its replacement. */
export function PartRow({ item, ...rest }: { item: RelatedItem } & HTMLAttributes<HTMLLIElement>) {
  const { position, quantity } = item.relation
  return (
    <li className="part-row" {...rest}>
      {position && (
        <span aria-hidden="true" className="balloon flex-none">
          {position}
        </span>
      )}
      <span className="grow">
        <ItemLink item={item} className="inline-block text-balance py-0.5 hover:underline">
          {position && <span className="sr-only">{`${t('Position {position}:', { position })} `}</span>}
          {item.name}
        </ItemLink>
        <span className="block text-muted text-sm">
          {[item.code, quantity && t('{quantity} per machine', { quantity: String(quantity) })]
            .filter(Boolean)
            .join(', ')}
        </span>
        <ReplacedBy item={item} />
      </span>
      {item.price !== undefined && <b className="whitespace-nowrap font-head">{formatRupees(item.price)}</b>}
      {!item.replacedBy && <AddToEnquiry item={item} />}
    </li>
  )
}

/** The link to the catalogue with the parts of a machine. */
export function AllPartsLink({ to, total }: { to: string; total?: number }) {
  return (
    <SiteLink to={to} className="text-link underline underline-offset-4 hover:decoration-2">
      {total
        ? t('View all compatible spare parts ({total})', { total: String(total) })
        : t('View all compatible spare parts')}
    </SiteLink>
  )
}
