import { type QueryClient, useQuery } from '@tanstack/react-query'
import { t } from '#messages/messages.ts'
import { useSearchParams } from '../../lib/navigation/navigation.tsx'
import { useSiteContent } from '../../lib/site-content.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ComparisonView } from '../features/comparison/comparison-view.tsx'
import { EmptyComparison } from '../features/comparison/empty-comparison.tsx'
import { getComparisonTitles } from '../features/comparison/titles.ts'
import { ErrorPanel } from '../items/error-panel.tsx'
import { PageHead } from '../page-head.tsx'
import type { PageLocation } from '../page-module.ts'
import { comparisonQuery } from '../queries/discovery-queries.ts'

export async function prefetchData(client: QueryClient, { search }: PageLocation): Promise<void> {
  const ids = search.get('ids')
  if (ids) await client.prefetchQuery(comparisonQuery(ids))
}

export default function ComparisonPage() {
  const params = useSearchParams()
  const ids = params.get('ids') ?? ''
  const { data, error, refetch } = useQuery({ ...comparisonQuery(ids), enabled: ids !== '' })
  const items = data?.items ?? []
  return (
    <div className="page-width wrap-anywhere pt-[calc(var(--size-bar)+1.5rem)] pb-(--space-section)">
      <PageHead {...getComparisonTitles(useSiteContent(), items)} />
      {error ? (
        <ErrorPanel
          heading="h1"
          message={t('We could not load the comparison.')}
          reason={error.message}
          action={<Button onClick={() => void refetch()}>{t('Try Again')}</Button>}
        />
      ) : ids && !data ? (
        <Spinner label={t('Loading...')} />
      ) : data && items.length > 0 ? (
        <ComparisonView comparison={data} onlyDifferences={params.get('rows') === 'differences'} />
      ) : (
        <EmptyComparison areItemsGone={ids !== ''} />
      )}
    </div>
  )
}
