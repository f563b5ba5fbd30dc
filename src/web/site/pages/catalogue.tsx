import type { QueryClient } from '@tanstack/react-query'
import { KINDS } from '#contracts/item/kind.ts'
import { useSiteContent } from '../../lib/site-content.tsx'
import { Catalogue } from '../features/catalogue/catalogue.tsx'
import { getCatalogueTitles } from '../features/catalogue/titles.ts'
import { useCatalogueView } from '../features/catalogue/use-catalogue.ts'
import { toExpectedPictures } from '../items/pictures/expected-pictures.ts'
import { PICTURE_SIZES } from '../items/pictures/picture-sizes.ts'
import type { ExpectedPicture } from '../items/pictures/prefetch-picture.ts'
import { PageHead } from '../page-head.tsx'
import type { PageLocation } from '../page-module.ts'
import { parseCatalogueUrl } from '../parse-catalogue-url.ts'
import { summariesQuery } from '../queries/discovery-queries.ts'
import {
  foundInTabQuery,
  getCountParams,
  getListParams,
  listQuery,
  openBestTab,
} from '../queries/list-queries.ts'
import { foundPagesQuery } from '../queries/publication-queries.ts'

/** The pictures in the first row of a list on a wide screen. */
const FIRST_ROW_PICTURES = 3

export async function prefetchData(client: QueryClient, { search }: PageLocation): Promise<void> {
  const asked = parseCatalogueUrl(search)
  if (asked.favourites) return
  if (asked.opensBest)
    await Promise.all(
      KINDS.map((kind) => client.prefetchInfiniteQuery(listQuery(kind, getCountParams(asked.search)))),
    )
  const view = openBestTab(client, asked)
  const listParams = getListParams(view)
  const queries = KINDS.map((kind) => listQuery(kind, listParams[kind]))
  await Promise.all([
    ...queries.map((query) => client.prefetchInfiniteQuery(query)),
    view.fits && client.prefetchQuery(summariesQuery([view.fits])),
    view.search && client.prefetchQuery(foundPagesQuery(view.search)),
  ])
  const totals = queries.map(({ queryKey }) => client.getQueryData(queryKey)?.pages[0]?.total)
  // An empty list shows what the search finds in other tabs.
  if (view.search && totals[KINDS.indexOf(view.tab)] === 0)
    await Promise.all(
      KINDS.map(
        (kind, index) => totals[index] && client.prefetchInfiniteQuery(foundInTabQuery(kind, view.search)),
      ),
    )
}

export function getPictures(client: QueryClient, { search }: PageLocation): ExpectedPicture[] {
  const view = openBestTab(client, parseCatalogueUrl(search))
  const list = client.getQueryData(listQuery(view.tab, getListParams(view)[view.tab]).queryKey)
  const items = list?.pages[0]?.items.slice(0, FIRST_ROW_PICTURES) ?? []
  return toExpectedPictures(items, view.view === 'list' ? PICTURE_SIZES.row : PICTURE_SIZES.compactCard)
}

export default function CataloguePage() {
  const { view } = useCatalogueView()
  return (
    <>
      <PageHead {...getCatalogueTitles(useSiteContent(), view)} />
      <Catalogue />
    </>
  )
}
