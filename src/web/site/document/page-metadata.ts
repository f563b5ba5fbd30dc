import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { toLanguagePath } from '#contracts/language-path.ts'
import type { PublicationType } from '#contracts/publication/fields.ts'
import type { Publication } from '#contracts/publication/publication.ts'
import { getPublicationPath, getSocialPicturePath } from '#contracts/publication/publication-path.ts'
import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import { t } from '#messages/messages.ts'
import { featuredQuery, itemQuery } from '#web/site/queries/item-queries.ts'
import { getCatalogueTitles } from '../features/catalogue/titles.ts'
import { getFinderTitles } from '../features/finder/titles.ts'
import { getLandingTitles } from '../features/landing/titles.ts'
import { getProductTitles } from '../features/product/titles.ts'
import { getArticlesTitles, getPublicationTitles } from '../features/publication/titles.ts'
import { getCanonicalPath } from '../page-head.tsx'
import type { Params } from '../page-module.ts'
import type { PageTitles } from '../page-titles.ts'
import { parseCatalogueUrl } from '../parse-catalogue-url.ts'
import { getListParams, type ListPage, listQuery, openBestTab } from '../queries/list-queries.ts'
import { publicationQuery } from '../queries/publication-queries.ts'
import { renderMetaTags } from './meta-tags.ts'
import { SOCIAL_IMAGE } from './social-image-url.ts'
import {
  articleData,
  breadcrumbData,
  getListBreadcrumbs,
  itemData,
  listData,
  organizationData,
  questionsData,
  type StructuredData,
  websiteData,
} from './structured-data.ts'

interface PageContext {
  /** The path pattern of the route, such as '/product/:id'. */
  route: string
  params: Params
  address: URL
  client: QueryClient
  content: PublicSiteContent
}

/** Renders the tags of a page for search engines and social networks; '' for an unknown page. */
export function renderPageMetadata(page: PageContext): string {
  if (page.route === '/') return renderLandingMetadata(page)
  if (page.route === '/products') return renderCatalogueMetadata(page)
  if (page.route === '/finder') return renderGeneralMetadata(page, getFinderTitles(page.content), [])
  if (page.route === '/articles') {
    const texts = getArticlesTitles(page.content)
    const step = { name: t('Articles'), path: getCanonicalPath(texts) }
    return renderGeneralMetadata(page, texts, [breadcrumbData(page.address.origin, [step])])
  }
  const publication = getCachedPublication(page)
  if (publication) return renderPublicationMetadata(page, publication)
  const item = getCachedPageItem(page)
  return item ? renderItemMetadata(page, item) : ''
}

/**
 * Returns where a page is instead: of an item that was requested by a previous slug or in capital letters its path, and of
 * another page in capital letters that without them. Undefined for every other page, also for an unknown item.
 */
export async function findRedirectPath(page: Omit<PageContext, 'content'>): Promise<string | undefined> {
  const { pathname, search } = page.address
  const requestedId = page.params.id
  if (page.route === '*') return undefined
  if (requestedId === undefined)
    return pathname === pathname.toLowerCase() ? undefined : pathname.toLowerCase() + search
  if (page.route !== '/product/:id') {
    const publication = getCachedPublication(page)
    return publication && requestedId !== publication.slug ? getPublicationPath(publication) : undefined
  }
  const item = getCachedPageItem(page) ?? (await findItemInLowerCase(page.client, requestedId))
  const isRight = requestedId === item?.id || requestedId === item?.slug
  if (!item || (isRight && pathname.startsWith('/product/'))) return undefined
  return `/product/${encodeURIComponent(item.slug)}`
}

async function findItemInLowerCase(client: QueryClient, requestedId: string): Promise<Item | undefined> {
  const id = requestedId.toLowerCase()
  if (id === requestedId) return undefined
  const query = itemQuery(id)
  const item = await client.fetchQuery(query).catch(() => undefined)
  client.removeQueries({ queryKey: query.queryKey })
  return item
}

function getCachedPageItem({ route, params, client }: Omit<PageContext, 'content'>): Item | undefined {
  return route === '/product/:id' ? client.getQueryData<Item>(itemQuery(params.id ?? '').queryKey) : undefined
}

const PUBLICATION_ROUTES: Record<string, PublicationType> = { '/articles/:id': 'article', '/:id': 'page' }

function getCachedPublication({
  route,
  params,
  client,
}: Omit<PageContext, 'content'>): Publication | undefined {
  const type = PUBLICATION_ROUTES[route]
  return type && client.getQueryData(publicationQuery(type, params.id ?? '').queryKey)
}

/** The tags of a page that is about no item: with the picture of the home page. */
const renderGeneralMetadata = (
  { address: { origin }, content }: PageContext,
  titles: PageTitles,
  data: StructuredData[],
): string =>
  renderMetaTags({
    ...titles,
    origin,
    content,
    type: 'website',
    picture: content.hero.picture ?? undefined,
    data,
  })

function renderPublicationMetadata(
  { address: { origin }, content }: PageContext,
  publication: Publication,
): string {
  const { type, title, blocks } = publication
  const texts = getPublicationTitles(content, publication)
  const parents = type === 'article' ? [{ name: t('Articles'), path: toLanguagePath('/articles') }] : []
  return renderMetaTags({
    ...texts,
    origin,
    content,
    type: 'article',
    picture: { ...SOCIAL_IMAGE, url: origin + getSocialPicturePath(publication), alt: title },
    data: [
      breadcrumbData(origin, [...parents, { name: title, path: getCanonicalPath(texts) }]),
      ...(type === 'article' ? [articleData(content, publication, origin)] : []),
      ...questionsData(blocks),
    ],
  })
}

function renderLandingMetadata({ address: { origin }, client, content }: PageContext): string {
  const featured = (['machine', 'spare', 'service'] as const).flatMap(
    (kind) => client.getQueryData<Item[]>(featuredQuery(kind).queryKey) ?? [],
  )
  const { picture } = content.hero
  return renderMetaTags({
    ...getLandingTitles(content),
    origin,
    content,
    type: 'website',
    picture: picture ?? undefined,
    data: [
      organizationData(content, origin),
      websiteData(content, origin),
      ...(featured.length > 0 ? [listData(content, content.featured.title, featured, origin)] : []),
    ],
  })
}

function renderCatalogueMetadata({ address, client, content }: PageContext): string {
  const { origin } = address
  const view = openBestTab(client, parseCatalogueUrl(address.searchParams))
  const { queryKey } = listQuery(view.tab, getListParams(view)[view.tab])
  const list = client.getQueryData<InfiniteData<ListPage>>(queryKey)
  const items = list?.pages.flatMap((page) => page.items) ?? []
  const picture = items.find((item) => item.pictures.length > 0)?.pictures[0]
  return renderMetaTags({
    ...getCatalogueTitles(content, view),
    origin,
    content,
    type: 'website',
    picture: picture && { ...picture, alt: t(KIND_LABELS[view.tab].heading) },
    data: [
      breadcrumbData(origin, getListBreadcrumbs(view.tab)),
      ...(items.length > 0 ? [listData(content, t(KIND_LABELS[view.tab].heading), items, origin)] : []),
    ],
  })
}

function renderItemMetadata({ address: { origin }, content }: PageContext, item: Item): string {
  const texts = getProductTitles(content, item)
  const [picture] = item.pictures
  return renderMetaTags({
    ...texts,
    origin,
    content,
    type: 'product',
    picture: picture && { ...picture, alt: item.name },
    data: [
      breadcrumbData(origin, [
        ...getListBreadcrumbs(item.kind),
        { name: item.name, path: getCanonicalPath(texts) },
      ]),
      itemData(content, item, origin),
    ],
  })
}
