import { useQuery } from '@tanstack/react-query'
import { truncate } from '../../lib/format.ts'
import { itemQuery } from '../../lib/item-queries.ts'
import { useKindHint } from '../../lib/navigation.tsx'
import { useSiteContent } from '../../lib/site-content.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Details, NotFound } from '../features/product/details.tsx'
import type { PageProps } from '../page-props.ts'

const DESCRIPTION_LENGTH = 155

export default function ProductPage({ params: { id = '' } }: PageProps) {
  const { company } = useSiteContent()
  const { data: item, isPending } = useQuery(itemQuery(id, useKindHint()))
  return (
    <div className="page-width pt-[calc(var(--size-bar)+1.5rem)] pb-(--space-section)">
      {item ? (
        <>
          <title>{`${item.name}: ${company.name}`}</title>
          <meta name="description" content={truncate(item.description, DESCRIPTION_LENGTH)} />
          <Details key={item.id} item={item} />
        </>
      ) : isPending ? (
        <Spinner label="Loading..." />
      ) : (
        <>
          <title>{`Product not found: ${company.name}`}</title>
          <meta name="robots" content="noindex" />
          <NotFound />
        </>
      )}
    </div>
  )
}
