import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { copyText } from '#web/lib/copy-text.ts'
import { ItemLink, useNavigate, useOrigin } from '#web/lib/navigation/navigation.tsx'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { buildCatalogueUrl } from '../../catalogue-url.ts'
import { updateFavourites, useFavourites } from '../../items/remembered/favourites.ts'
import { buildShareUrl, parseShareUrl } from '../../items/share-link.ts'
import { SharedLinkPanel } from '../../items/shared-link-panel.tsx'
import { summariesQuery } from '../../queries/discovery-queries.ts'

/** In the head of the favourites: the link to share them, and the items of such a link that was opened. */
export default function SharedFavourites() {
  const origin = useOrigin()
  const own = useFavourites() ?? []
  const [shared, setShared] = useState(() => parseShareUrl(new URLSearchParams(location.search)))
  return (
    <>
      {own.length > 0 && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() =>
            void copyText(t('Link'), buildShareUrl(origin, own.toReversed()), toCount(own.length))
          }
          className="mr-auto print:hidden"
        >
          <Link2 aria-hidden="true" size={18} /> {t('Copy link')}
        </Button>
      )}
      {shared.length > 0 && <SharedItems ids={shared} own={own} onDone={() => setShared([])} />}
    </>
  )
}

const toCount = (count: number) => t('{count, plural, one {# favourite} other {# favourites}}', { count })

interface SharedItemsProps {
  ids: string[]
  own: readonly string[]
  onDone: () => void
}

/** The items of the link; the visitor decides whether they become favourites on this device. */
function SharedItems({ ids, own, onDone }: SharedItemsProps) {
  const goTo = useNavigate()
  const query = useQuery(summariesQuery(ids))
  const { data = [] } = query
  const added = data.filter(({ id }) => !own.includes(id))
  const goneCount = ids.length - data.length
  const finish = () => {
    onDone()
    // A reload does not offer them again.
    goTo(buildCatalogueUrl({ favourites: true }), { replace: true })
  }
  return (
    <SharedLinkPanel
      label={t('Shared items')}
      title={<h2 className="text-h4">{t('Someone shared these items with you')}</h2>}
      query={query}
      className="order-last w-full print:hidden"
    >
      <ul className="flex flex-wrap gap-x-6">
        {data.map((item) => (
          <li key={item.id}>
            <ItemLink item={item} className="inline-block py-1 text-link underline underline-offset-4">
              {item.name}
            </ItemLink>
          </li>
        ))}
      </ul>
      {goneCount > 0 && (
        <p className="text-muted text-sm">
          {t(
            '{count, plural, one {# item is no longer in the catalogue.} other {# items are no longer in the catalogue.}}',
            { count: goneCount },
          )}
        </p>
      )}
      {data.length > 0 && added.length === 0 && (
        <p className="text-muted text-sm">{t('All of these are already your favourites.')}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {added.length > 0 && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              updateFavourites((before) => [...before, ...added.map(({ id }) => id).toReversed()])
              showToast({
                title: t('{count, plural, one {# favourite added} other {# favourites added}}', {
                  count: added.length,
                }),
              })
              finish()
            }}
          >
            {t('Add to my favourites')}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={finish}>
          {added.length > 0 ? t('Ignore') : t('Close')}
        </Button>
      </div>
    </SharedLinkPanel>
  )
}
