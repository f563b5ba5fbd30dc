import type { ReactNode } from 'react'
import type { ItemSummary } from '#contracts/catalogue/discovery.ts'
import { formatRupees } from '#contracts/format.ts'
import { ItemLink } from '#web/lib/navigation/navigation.tsx'
import { getPlaceholder, ItemPicture } from './pictures/picture.tsx'
import { FitMark } from './remembered/my-machines.tsx'

/** What a card shows of an item. */
type StripItem = Pick<ItemSummary, 'kind' | 'id' | 'slug' | 'name' | 'price' | 'picture'>

interface ItemStripProps {
  title: string
  items: StripItem[]
  /** Rendered beside the title. */
  action?: ReactNode
  /** Whether it stands in a column of text. */
  isNarrow?: boolean
}

/** The columns of wide screens, and the `sizes` of the pictures. In a column of text, rows have four cards only if all are full. */
const LAYOUTS = {
  wide: ['lg:grid-cols-4 xl:grid-cols-6', '(min-width: 80rem) 15rem, (min-width: 64rem) 22vw, 45vw'],
  fours: ['lg:grid-cols-4', '(min-width: 64rem) 15rem, 45vw'],
  threes: ['lg:grid-cols-3', '(min-width: 64rem) 20rem, 45vw'],
} as const

/** A row of items under a heading; nothing without items. */
export function ItemStrip({ title, items, action, isNarrow = false }: ItemStripProps) {
  if (items.length === 0) return null
  const [columns, sizes] = LAYOUTS[isNarrow ? (items.length % 4 === 0 ? 'fours' : 'threes') : 'wide']
  return (
    <section aria-label={title} className="print:hidden">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-h3">{title}</h2>
        {action}
      </div>
      <ul className={`grid grid-cols-2 gap-(--space-column) ${columns}`}>
        {items.map((item) => (
          <li
            key={item.id}
            className="relative border border-line bg-surface hover:border-line-strong hover:shadow-lift"
          >
            <div className="aspect-4/3 overflow-hidden bg-stage">
              <ItemPicture
                picture={item.picture ?? undefined}
                placeholder={getPlaceholder(item.kind)}
                alt=""
                sizes={sizes}
              />
              <FitMark item={item} />
            </div>
            <div className="grid gap-1.5 p-3.5">
              <h3 className="text-h4 leading-[1.15]">
                <ItemLink item={item} className="after:absolute after:inset-0">
                  {item.name}
                </ItemLink>
              </h3>
              {item.price !== undefined && (
                <p className="whitespace-nowrap tabular-nums">{formatRupees(item.price)}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
