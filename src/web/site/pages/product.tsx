import { useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '#messages/messages.ts'
import { getErrorStatus } from '../../lib/api/api.ts'
import { useKindHint } from '../../lib/navigation/navigation.tsx'
import { useSiteContent } from '../../lib/site-content.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Details, NotFound } from '../features/product/details.tsx'
import { PageHead } from '../page-head.tsx'
import type { PageProps } from '../page-props.ts'
import { getProductTitles } from '../page-titles.ts'
import { findCachedItem, itemQuery } from '../queries/item-queries.ts'

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
