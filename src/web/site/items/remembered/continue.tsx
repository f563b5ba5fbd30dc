import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { formatVisitorDate } from '#contracts/format.ts'
import { t } from '#messages/messages.ts'
import { copyText } from '#web/lib/copy-text.ts'
import { ItemLink, SiteLink, useOrigin } from '#web/lib/navigation/navigation.tsx'
import { summariesQuery } from '#web/site/queries/discovery-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { getPlaceholder, ItemPicture } from '../pictures/picture.tsx'
import { PICTURE_SIZES } from '../pictures/picture-sizes.ts'
import { buildShareUrl } from '../share-link.ts'
import { formatDaysAgo } from './days-ago.ts'
import { parseRecentView } from './recently-viewed.ts'

const MAX_SHOWN = 4
const MAX_SHOWN_IN_COLUMN = 3

interface ContinueProps {
  /** The entries of recently viewed items. */
  recent: readonly string[]
  /** The ids of favourites, the newest last. */
  favourites: readonly string[]
  isColumn: boolean
  onHide: () => void
}

/** The items last viewed with the day, and favourites, for a visitor who returns. */
export default function Continue({ recent, favourites, isColumn, onHide }: ContinueProps) {
  const origin = useOrigin()
  const viewedAt = new Map(recent.map(parseRecentView).map(({ id, at }) => [id, at]))
  const ids = [...new Set([...viewedAt.keys(), ...favourites.toReversed()])]
  const { data = [] } = useQuery(summariesQuery(ids.slice(0, isColumn ? MAX_SHOWN_IN_COLUMN : MAX_SHOWN)))
  if (data.length === 0) return null
  const getNote = (id: string) => {
    const at = viewedAt.get(id)
    if (at) return formatDaysAgo(new Date(at), new Date(), formatVisitorDate)
    return viewedAt.has(id) ? t('Recently viewed') : t('Favourite')
  }
  return (
    <section
      aria-label={t('Continue where you left off')}
      className={`print:hidden ${isColumn ? 'm-4' : 'page-width pb-14'}`}
    >
      <div className="mb-2 flex items-start justify-between gap-3">
        <h2 className={isColumn ? 'text-control leading-tight' : 'text-h4'}>
          {t('Continue where you left off')}
        </h2>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('Hide: Continue where you left off')}
          data-tooltip={t('Hide')}
          onClick={onHide}
          className="-my-2 -mr-3 flex-none"
        >
          <X aria-hidden="true" size={18} />
        </Button>
      </div>
      <ul className={isColumn ? 'grid gap-2' : 'grid gap-(--space-column) md:grid-cols-2 xl:grid-cols-4'}>
        {data.map((item) => (
          <li
            key={item.id}
            className="relative flex items-center gap-3 border border-line bg-surface p-2 hover:border-line-strong"
          >
            <div className="aspect-4/3 w-14 flex-none overflow-hidden bg-stage">
              <ItemPicture
                picture={item.picture ?? undefined}
                placeholder={getPlaceholder(item.kind)}
                alt=""
                sizes={PICTURE_SIZES.row}
              />
            </div>
            <div className="min-w-0">
              <h3 className="line-clamp-2 text-base leading-tight">
                <ItemLink item={item} className="after:absolute after:inset-0">
                  {item.name}
                </ItemLink>
              </h3>
              <p className="text-muted text-xs">{getNote(item.id)}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-2 flex flex-wrap items-center gap-x-6">
        {favourites.length > 0 && !isColumn && (
          <SiteLink
            to="/products?favourites=true"
            className="py-1 text-link underline underline-offset-4 hover:decoration-2"
          >
            {t('{count, plural, one {# favourite} other {All # favourites}}', { count: favourites.length })}
          </SiteLink>
        )}
        <Button
          variant="link"
          size="sm"
          onClick={() =>
            void copyText(
              t('Link'),
              buildShareUrl(
                origin,
                data.map(({ id }) => id),
              ),
            )
          }
        >
          {t('Copy link to these items')}
        </Button>
      </p>
    </section>
  )
}
