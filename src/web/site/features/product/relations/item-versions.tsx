import type { ItemVersions } from '#contracts/catalogue/discovery.ts'
import { t } from '#messages/messages.ts'
import { ItemLink } from '#web/lib/navigation/navigation.tsx'
import { UnitText } from '#web/site/items/units.tsx'

/** The same item in other sizes, each a link; the present one is marked. */
export function Versions({
  versions: { label, items },
  currentId,
}: {
  versions: ItemVersions
  currentId: string
}) {
  return (
    <nav aria-labelledby="versions">
      <h2 id="versions" className="mb-4 text-h3">
        {label === null ? t('Versions') : t('Versions by {label}', { label })}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {items.map((item) => (
          <li key={item.id}>
            <ItemLink
              item={item}
              title={item.name}
              aria-current={item.id === currentId ? 'page' : undefined}
              className="inline-flex min-h-9 items-center rounded-md border border-line-strong px-3 font-head font-medium text-label hover:border-ink hover:bg-surface-grey aria-[current]:border-ink aria-[current]:bg-surface-sunken"
            >
              <UnitText text={item.value} label={label ?? ''} />
            </ItemLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
