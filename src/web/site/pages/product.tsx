import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '#messages/messages.ts'
import { getErrorStatus } from '../../lib/api/api.ts'
import { getKindHint, useKindHint } from '../../lib/navigation/navigation.tsx'
import { useSiteContent } from '../../lib/site-content.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Details, NotFound } from '../features/product/details.tsx'
import { getProductTitles } from '../features/product/titles.ts'
import { toExpectedPictures } from '../items/pictures/expected-pictures.ts'
import { PICTURE_SIZES } from '../items/pictures/picture-sizes.ts'
import type { ExpectedPicture } from '../items/pictures/prefetch-picture.ts'
import { PageHead } from '../page-head.tsx'
import type { PageLocation, PageProps } from '../page-module.ts'
import { relatedQuery } from '../queries/discovery-queries.ts'
import { findCachedItem, itemQuery } from '../queries/item-queries.ts'

export const prefetchData = (client: QueryClient, { params: { id = '' }, state }: PageLocation) =>
  Promise.all([
    client.prefetchQuery(itemQuery(id, getKindHint(state))),
    client.prefetchQuery(relatedQuery(id)),
  ])

export function getPictures(client: QueryClient, { params: { id = '' } }: PageLocation): ExpectedPicture[] {
  const item = client.getQueryData(itemQuery(id).queryKey) ?? findCachedItem(client, id)
  return toExpectedPictures(item ? [item] : [], PICTURE_SIZES.stage)
}

export default function ProductPage({ params: { id = '' } }: PageProps) {
  const content = useSiteContent()
  const client = useQueryClient()
  const {
    data: item,
    isPending,
    error,
  } = useQuery({
    ...itemQuery(id, useKindHint()),
    placeholderData: () => findCachedItem(client, id),
  })
  return (
    <div className="page-width wrap-anywhere pt-[calc(var(--size-bar)+1.5rem)] pb-(--space-section)">
      {item ? (
        <>
          <PageHead {...getProductTitles(content, item)} />
          <Details key={item.id} item={item} requestedId={id} />
        </>
      ) : isPending ? (
        <Spinner label={t('Loading...')} />
      ) : (
        <>
          <title>{t('Product not found: {company}', { company: content.company.name })}</title>
          <meta name="robots" content="noindex" />
          <NotFound isUnreachable={getErrorStatus(error) !== 404} />
        </>
      )}
    </div>
  )
}
