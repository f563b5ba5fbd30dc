import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { AdminItem } from '#contracts/item/admin-item.ts'
import { DEFAULT_CATEGORIES, KIND_LABELS, type Kind } from '#contracts/item/kind.ts'
import { getImageOr, type Item, parseItem } from '#contracts/item/parse-item.ts'
import { IncrementalList } from '#web/admin/list/incremental-list.tsx'
import { RequirePermission } from '#web/admin/session/require-permission.tsx'
import { LoadError } from '#web/admin/shell/load-error.tsx'
import { getSpecifiedText } from '#web/lib/api/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import placeholderMachine from '../../../../pictures/placeholder-machine.svg'
import placeholderPart from '../../../../pictures/placeholder-part.svg'
import type { ItemListConfig } from '../kind-config.ts'
import { draftsQuery, listQuery } from '../queries.ts'

const CARD_BATCH_SIZE = 60

/** The list of one kind: heading, add button and cards ([LST-2] to [LST-7]). The highlighted card is outlined and scrolled to once. */
export function ItemList({
  config,
  highlightedId,
}: {
  config: ItemListConfig
  highlightedId?: string | undefined
}) {
  const { kind } = config
  // A stable function: otherwise each render would parse the list again and log its error again.
  const select = useCallback(
    (list: unknown[]) => list.filter((entry) => isListed(kind, entry)).map((entry) => parseItem(kind, entry)),
    [kind],
  )
  const { data, isPending, error, refetch } = useQuery({ ...listQuery(config.endpoint), select })
  useEffect(() => {
    if (error) console.error(getSpecifiedText(error))
  }, [error])
  const { data: drafts = [] } = useQuery(draftsQuery(config.kind))
  const items = [...drafts.map(draftToItem), ...(data ?? [])]
  return (
    <section aria-labelledby="list-title">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="list-title" className="text-brand leading-[1.2]">
          {config.title}
        </h2>
        <RequirePermission permission="catalogue.edit">
          <Link to={config.addRoute} className={buttonClass()}>
            <Plus aria-hidden="true" size={20} /> {config.addText}
          </Link>
        </RequirePermission>
      </div>
      {error && !data && (
        <LoadError
          subject={`The list of ${KIND_LABELS[kind].plural}`}
          error={error}
          onRetry={refetch}
          role="status"
        />
      )}
      {isPending ? (
        <Spinner label="Loading..." />
      ) : items.length === 0 ? (
        <p className="mt-4 rounded-lg border border-line bg-surface px-6 py-16 text-center text-muted">
          {config.emptyText}
        </p>
      ) : (
        <IncrementalList
          count={items.length}
          batchSize={CARD_BATCH_SIZE}
          minCount={items.findIndex(({ id }) => id === highlightedId) + 1}
        >
          {(visibleCount) => (
            <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
              {items.slice(0, visibleCount).map((item) => (
                <ItemCard
                  key={item.id || item.name}
                  item={item}
                  config={config}
                  isHighlighted={item.id === highlightedId}
                />
              ))}
            </ul>
          )}
        </IncrementalList>
      )}
    </section>
  )
}

/**
 * For machines, only items of the category machine are kept ([LST-6]). That of an item which the server calls a machine is
 * a group that staff have chosen (decision 0151).
 */
const isListed = (kind: Kind, entry: unknown): boolean =>
  kind !== 'machine' ||
  parseItem(kind, entry).category === DEFAULT_CATEGORIES.machine ||
  (entry as { kind?: unknown }).kind === kind

/** A draft as an item of the list; the public list does not contain drafts. */
function draftToItem({ picture, ...draft }: AdminItem): Item {
  return {
    ...parseItem(draft.kind, draft),
    draft: true,
    pictures: picture ? [picture] : [],
  }
}

function ItemCard({
  item,
  config,
  isHighlighted,
}: {
  item: Item
  config: ItemListConfig
  isHighlighted: boolean
}) {
  const placeholder = item.kind === 'spare' ? placeholderPart : placeholderMachine
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isHighlighted) return
    card.current?.scrollIntoView({ block: 'center' })
    // The form that had the focus is gone; a field of this screen keeps it.
    if (document.activeElement === document.body)
      card.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [isHighlighted])
  return (
    <li
      ref={card}
      className={`flex flex-col overflow-hidden rounded-lg border border-line bg-surface hover:border-line-strong ${isHighlighted ? 'outline-2 outline-link outline-offset-2' : ''}`}
    >
      {config.kind !== 'service' && (
        <div className="relative aspect-3/2 bg-stage">
          <img
            src={getThumbnailUrl(item) ?? placeholder}
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
        <RequirePermission permission="catalogue.edit">
          <div className="mt-auto self-end pt-3">
            <Link
              to={`${config.editPrefix}${encodeURIComponent(item.id || item.name)}`}
              aria-label={`${config.editText}: ${item.name}`}
              className={buttonClass('outline', 'sm')}
            >
              <Pencil aria-hidden="true" size={16} /> {config.editText}
            </Link>
          </div>
        </RequirePermission>
      </div>
    </li>
  )
}

/** The URL of the first picture, 640 px wide or wider if it has variants. */
function getThumbnailUrl({ pictures }: Item): string | undefined {
  const pictureUrl = getImageOr(
    '',
    pictures.map(({ url }) => url),
  )
  const width = pictures[0]?.widths?.find((candidate) => candidate >= 640)
  return pictureUrl && width ? pictureUrl.replace(/\d+\.webp$/, `${width}.webp`) : pictureUrl || undefined
}
