import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { Link } from 'react-router'
import { type Item, imageOr, readItem } from '#contracts/item-reader.ts'
import type { OfficeItem } from '#contracts/office-item.ts'
import placeholderMachine from '../../../pictures/placeholder-machine.svg'
import placeholderPart from '../../../pictures/placeholder-part.svg'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Growing } from '../frame/growing.tsx'
import { Only } from '../session/only.tsx'
import type { ItemListConfig } from './kinds.ts'
import { draftsQuery, listQuery } from './queries.ts'

const CARDS_AT_ONCE = 60

/** The generic list: heading, add button, cards (rows LST-2 to LST-7). `marked` is scrolled to and outlined. */
export function ItemList({ config, marked }: { config: ItemListConfig; marked?: string | undefined }) {
  const { kind } = config
  // One and the same function: a list that cannot be read fails once, not whenever the screen is drawn.
  const select = useCallback((list: unknown[]) => list.map((entry) => readItem(kind, entry)), [kind])
  const { data, isPending, error } = useQuery({ ...listQuery(config.endpoint), select })
  useEffect(() => {
    if (error) console.error(error)
  }, [error])
  const { data: drafts = [] } = useQuery(draftsQuery(config.kind))
  const listed = (data ?? []).filter((item) => config.kind !== 'machine' || item.category === 'machine')
  const items = [...drafts.map(fromDraft), ...listed]
  return (
    <section aria-labelledby="list-title">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="list-title" className="text-[1.4375rem] leading-[1.2]">
          {config.title}
        </h2>
        <Only permission="catalogue.edit">
          <Link to={config.addRoute} className={buttonClass()}>
            <Plus aria-hidden="true" size={20} /> {config.addText}
          </Link>
        </Only>
      </div>
      {isPending ? (
        <Spinner label="Loading..." />
      ) : items.length === 0 ? (
        <p className="rounded-lg border border-line bg-surface px-6 py-16 text-center text-muted">
          {config.emptyText}
        </p>
      ) : (
        <Growing
          count={items.length}
          step={CARDS_AT_ONCE}
          least={items.findIndex(({ id }) => id === marked) + 1}
        >
          {(shown) => (
            <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
              {items.slice(0, shown).map((item) => (
                <ItemCard
                  key={item.id || item.name}
                  item={item}
                  config={config}
                  marked={item.id === marked}
                />
              ))}
            </ul>
          )}
        </Growing>
      )}
    </section>
  )
}

/** A draft as the cards show it; the public list does not hold it. */
function fromDraft({ picture, ...draft }: OfficeItem): Item {
  return {
    ...readItem(draft.kind, draft),
    draft: true,
    pictures: picture ? [picture] : [],
  }
}

function ItemCard({ item, config, marked }: { item: Item; config: ItemListConfig; marked: boolean }) {
  const placeholder = item.kind === 'spare' ? placeholderPart : placeholderMachine
  const scrollHere = (element: HTMLLIElement | null) => {
    if (marked) element?.scrollIntoView({ block: 'center' })
  }
  return (
    <li
      ref={scrollHere}
      className={`flex flex-col overflow-hidden rounded-lg border border-line bg-surface hover:border-line-strong ${marked ? 'outline-2 outline-link outline-offset-2' : ''}`}
    >
      {config.kind !== 'service' && (
        <div className="relative aspect-3/2 bg-stage">
          <img
            src={smallest(item) ?? placeholder}
            onError={({ currentTarget }) => {
              if (!currentTarget.src.endsWith(placeholder)) currentTarget.src = placeholder
            }}
            alt=""
            loading="lazy"
            width={3}
            height={2}
            className="size-full object-cover"
          />
          {config.kind === 'machine' && item.featured && (
            <Badge tone="featured" className="absolute top-2 left-2">
              Featured
            </Badge>
          )}
        </div>
      )}
      <div className="flex grow flex-col gap-1 px-3.5 pt-3 pb-3.5">
        {item.draft && <Badge className="self-start">Draft</Badge>}
        <h3 className="truncate text-xl leading-[1.2]">{item.name}</h3>
        <p className="line-clamp-2 text-muted text-sm">{item.description}</p>
        <Only permission="catalogue.edit">
          <Link
            to={`${config.editPrefix}${encodeURIComponent(item.id || item.name)}`}
            aria-label={`${config.editText}: ${item.name}`}
            className={buttonClass('outline', 'sm', 'mt-auto self-end')}
          >
            <Pencil aria-hidden="true" size={16} /> {config.editText}
          </Link>
        </Only>
      </div>
    </li>
  )
}

/** The first picture, small where it comes in sizes. */
function smallest({ pictures }: Item): string | undefined {
  const address = imageOr(
    '',
    pictures.map(({ url }) => url),
  )
  const width = pictures[0]?.widths?.find((candidate) => candidate >= 640)
  return address && width ? address.replace(/\d+\.webp$/, `${width}.webp`) : address || undefined
}
