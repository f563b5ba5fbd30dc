import type { Item } from '#contracts/item/parse-item.ts'
import type { RelatedItem } from '#contracts/item/relation.ts'
import { ItemLink, SiteLink } from '#web/lib/navigation/navigation.tsx'
import { buildCatalogueUrl } from '#web/site/catalogue-url.ts'

const TITLE = 'Parts for this machine'

/** The first spare parts of a machine by assembly, with a link to all of them. */
export function PartsList({ item: { slug, relations } }: { item: Item }) {
  const { parts } = relations
  if (!parts) return null
  const assemblies = new Set(parts.items.map(({ relation }) => relation.assembly))
  return (
    <section id="parts" aria-label={TITLE} className="details-section">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-h3">{TITLE}</h2>
        <AllPartsLink to={buildCatalogueUrl({ tab: 'spare', fits: slug })} total={parts.total} />
      </div>
      <div className="gap-x-(--space-column) md:columns-2 xl:columns-3">
        {[...assemblies].map((assembly) => (
          <div key={assembly} className="mb-6 break-inside-avoid">
            <h3 className="border-ink border-b pb-2 text-h4">{assembly || 'Other parts'}</h3>
            <ul>
              {parts.items
                .filter(({ relation }) => relation.assembly === assembly)
                .map((part) => (
                  <PartRow key={part.relation.id} part={part} />
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

function PartRow({ part }: { part: RelatedItem }) {
  const { position, quantity } = part.relation
  return (
    <li className="flex items-baseline gap-3 border-line border-b py-2">
      {position && <span className="text-muted tabular-nums">{position}</span>}
      <span className="grow">
        <ItemLink item={part} className="inline-block py-0.5 hover:underline">
          {part.name}
        </ItemLink>
        {part.code && <span className="block text-muted text-sm">{part.code}</span>}
      </span>
      {quantity && <span className="whitespace-nowrap text-muted">{`× ${quantity}`}</span>}
    </li>
  )
}

/** The link to the catalogue with the parts of a machine. */
export function AllPartsLink({ to, total }: { to: string; total?: number }) {
  return (
    <SiteLink to={to} className="text-link underline underline-offset-4 hover:decoration-2">
      View all compatible parts{total && ` (${total})`}
    </SiteLink>
  )
}
