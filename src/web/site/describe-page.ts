import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Item } from '#contracts/item-reader.ts'
import type { SiteContent } from '#contracts/site-content.ts'
import { featuredQuery, itemQuery, type ListPage, listQuery } from '../lib/item-queries.ts'
import { readCatalogueAddress, TAB_LABELS } from './catalogue-address.ts'
import { listWishes } from './catalogue-lists.ts'
import type { Params } from './page-props.ts'
import { pageTags } from './page-tags.ts'
import { catalogueTexts, landingTexts, productTexts } from './page-texts.ts'
import {
  breadcrumbData,
  itemData,
  listData,
  organizationData,
  stepsToList,
  websiteData,
} from './structured-data.ts'

interface ShownPage {
  /** The route's path, by which the page is known. */
  route: string
  params: Params
  address: URL
  client: QueryClient
  content: SiteContent
}

/** The tags of a page for search engines and for those who share it; '' for a page that shows nothing lasting. */
export function describePage(page: ShownPage): string {
  if (page.route === '/') return describeLanding(page)
  if (page.route === '/products') return describeCatalogue(page)
  const item = shownItem(page)
  return item ? describeItem(page, item) : ''
}

/** Where the page of an item that was asked for by an old name stands today; undefined for every other page. */
export function movedTo(page: Omit<ShownPage, 'content'>): string | undefined {
  const item = shownItem(page)
  const asked = page.params.id
  if (!item || asked === item.id || asked === item.slug) return undefined
  return `/product/${encodeURIComponent(item.slug)}`
}

function shownItem({ route, params, client }: Omit<ShownPage, 'content'>): Item | undefined {
  return route === '/product/:id' ? client.getQueryData<Item>(itemQuery(params.id ?? '').queryKey) : undefined
}

function describeLanding({ address: { origin }, client, content }: ShownPage): string {
  const featured = (['machine', 'spare', 'service'] as const).flatMap(
    (kind) => client.getQueryData<Item[]>(featuredQuery(kind).queryKey) ?? [],
  )
  const { picture } = content.hero
  return pageTags({
    ...landingTexts(content),
    origin,
    siteName: content.company.name,
    type: 'website',
    picture: picture ?? undefined,
    data: [
      organizationData(content, origin),
      websiteData(content, origin),
      ...(featured.length > 0 ? [listData(content, content.featured.title, featured, origin)] : []),
    ],
  })
}

function describeCatalogue({ address, client, content }: ShownPage): string {
  const { origin } = address
  const view = readCatalogueAddress(address.searchParams)
  const { queryKey } = listQuery(view.tab, listWishes(view)[view.tab])
  const list = client.getQueryData<InfiniteData<ListPage>>(queryKey)
  const items = list?.pages.flatMap((page) => page.items) ?? []
  const picture = items.find((item) => item.pictures.length > 0)?.pictures[0]
  return pageTags({
    ...catalogueTexts(content, view),
    origin,
    siteName: content.company.name,
    type: 'website',
    picture: picture && { ...picture, alt: TAB_LABELS[view.tab].title },
    data: [
      breadcrumbData(origin, stepsToList(view.tab)),
      ...(items.length > 0 ? [listData(content, TAB_LABELS[view.tab].title, items, origin)] : []),
    ],
  })
}

function describeItem({ address: { origin }, content }: ShownPage, item: Item): string {
  const texts = productTexts(content, item)
  const [picture] = item.pictures
  return pageTags({
    ...texts,
    origin,
    siteName: content.company.name,
    type: 'product',
    picture: picture && { ...picture, alt: item.name },
    data: [
      breadcrumbData(origin, [...stepsToList(item.kind), { name: item.name, path: texts.path }]),
      itemData(content, item, origin),
    ],
  })
}
