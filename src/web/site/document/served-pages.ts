import { JOB_FIELDS } from '#contracts/catalogue/job-finder-options.ts'
import type { CatalogueView } from '../catalogue-url.ts'

/** What only the server needs to know of a page. */
interface ServedPage {
  /** The source module of the page, the key of its files in the build manifest. */
  module: string
  /** The query parameters that the page reads, part of its cache key; '*' marks one that may be repeated. */
  parameters: readonly string[]
}

/** The parameters that `parseCatalogueUrl` reads. */
export const CATALOGUE_PARAMS = Object.keys({
  tab: true,
  search: true,
  sort: true,
  view: true,
  favourites: true,
  from: true,
  category: true,
  featured: true,
  fits: true,
  priceFrom: true,
  priceTo: true,
  specifications: true,
} satisfies Record<Exclude<keyof CatalogueView, 'opensBest'>, true>)

const toModule = (name: string) => `src/web/site/pages/${name}.tsx`

/** The pages by the paths of their routes. */
export const SERVED_PAGES: Record<string, ServedPage> = {
  '/': { module: toModule('landing'), parameters: ['enquiry', 'reference', 'item', 'quantity', 'message'] },
  '/products': { module: toModule('catalogue'), parameters: CATALOGUE_PARAMS },
  '/product/:id': { module: toModule('product'), parameters: [] },
  '/finder': {
    module: toModule('finder'),
    parameters: JOB_FIELDS.map((field) => (field === 'operations' ? 'operations*' : field)),
  },
  '/compare': { module: toModule('comparison'), parameters: ['ids', 'rows'] },
  '/articles': { module: toModule('articles'), parameters: ['tag', 'page'] },
  '/articles/:id': { module: toModule('article'), parameters: [] },
  '/:id': { module: toModule('publication'), parameters: [] },
  '*': { module: toModule('not-found'), parameters: [] },
}
