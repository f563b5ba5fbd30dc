import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatSpecificationFilters,
  parseSpecificationFilters,
} from '#contracts/catalogue/specification-filter.ts'
import { getCanonicalUrl } from '#server/pages/canonical-url.ts'
import { buildCatalogueUrl } from '#web/site/catalogue-url.ts'
import { CATALOGUE_PARAMS } from '#web/site/document/served-pages.ts'
import { parseCatalogueUrl } from '#web/site/parse-catalogue-url.ts'
import { hostileText } from '../support/hostile/schema-arbitraries.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
const checkProperty = <Values>(property: fc.IPropertyWithHooks<Values>) =>
  fc.assert(property, { seed: SEED, numRuns: 2000 })

const ORIGIN = 'https://works.example'
const parameterArbitrary = fc.array(
  fc.tuple(
    fc.oneof(fc.constantFrom(...CATALOGUE_PARAMS, 'utm_source', 'preview', '__proto__'), hostileText),
    fc.oneof(
      fc.constantFrom('spares', 'price', 'list', 'true', '0', '12', 'fits:cl-25', 'bore.mm:2..3'),
      hostileText,
    ),
  ),
  { maxLength: 8 },
)
const pathArbitrary = fc.oneof(
  fc.constantFrom(
    '/',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/products',
    '/product/%',
    '/%2e%2e//x',
  ),
  fc.webPath(),
  hostileText.map((text) => `/${text}`),
)
const urlArbitrary = fc
  .tuple(pathArbitrary, parameterArbitrary)
  .map(([path, query]) => `${ORIGIN}${path.replaceAll(/[?#]/g, '')}?${new URLSearchParams(query)}`)
  .filter((text) => URL.canParse(text))
  .map((text) => new URL(text))

test('getCanonicalUrl returns a canonical URL unchanged', () => {
  checkProperty(
    fc.property(urlArbitrary, (url) => {
      const once = getCanonicalUrl(url, CATALOGUE_PARAMS)
      expect(getCanonicalUrl(once, CATALOGUE_PARAMS).href).toBe(once.href)
    }),
  )
})

test('getCanonicalUrl preserves the origin for every path', () => {
  checkProperty(
    fc.property(urlArbitrary, (url) => {
      const { origin, pathname } = getCanonicalUrl(url, CATALOGUE_PARAMS)
      expect(origin).toBe(ORIGIN)
      expect(pathname).not.toMatch(/^\/\//)
    }),
  )
})

test('The order of parameters and unknown parameters do not change the canonical URL', () => {
  checkProperty(
    fc.property(parameterArbitrary, (query) => {
      const first = new Map(query.toReversed())
      const known = [...first].filter(([name]) => (CATALOGUE_PARAMS as readonly string[]).includes(name))
      const addressOf = (entries: [string, string][]) =>
        getCanonicalUrl(new URL(`/products?${new URLSearchParams(entries)}`, ORIGIN), CATALOGUE_PARAMS).href
      expect(addressOf(query)).toBe(addressOf(known.toReversed()))
    }),
  )
})

test('Parsing a catalogue URL and writing it again gives the same parameters', () => {
  checkProperty(
    fc.property(parameterArbitrary, (query) => {
      const view = parseCatalogueUrl(new URLSearchParams(query))
      const { searchParams } = new URL(buildCatalogueUrl(view), ORIGIN)
      expect(parseCatalogueUrl(searchParams)).toEqual(view)
    }),
  )
})

test('Specification filters are parsed as they were written', () => {
  const texts = fc.array(
    fc.oneof(fc.constantFrom('a:1..', 'b.mm:..2.5', 'fits:cl-25', 'a:..', 'a:007..1e5'), hostileText),
    {
      maxLength: 15,
    },
  )
  checkProperty(
    fc.property(texts, (parts) => {
      const filters = parseSpecificationFilters(parts.join(','))
      expect(parseSpecificationFilters(formatSpecificationFilters(filters))).toEqual(filters)
    }),
  )
})
