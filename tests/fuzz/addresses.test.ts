import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSpecificationFilters, writeSpecificationFilters } from '#contracts/specification-filter.ts'
import { normalAddress } from '#server/pages/normal-address.ts'
import { CATALOGUE_PARAMETERS, catalogueAddress, readCatalogueAddress } from '#web/site/catalogue-address.ts'
import { hostileText } from './values.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
const check = <Values>(property: fc.IPropertyWithHooks<Values>) =>
  fc.assert(property, { seed: SEED, numRuns: 2000 })

const ORIGIN = 'https://works.example'
const parameters = fc.array(
  fc.tuple(
    fc.oneof(fc.constantFrom(...CATALOGUE_PARAMETERS, 'utm_source', 'preview', '__proto__'), hostileText),
    fc.oneof(
      fc.constantFrom('spares', 'price', 'list', 'true', '0', '12', 'fits:cl-25', 'bore.mm:2..3'),
      hostileText,
    ),
  ),
  { maxLength: 8 },
)
const path = fc.oneof(
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
const address = fc
  .tuple(path, parameters)
  .map(([path, query]) => `${ORIGIN}${path.replaceAll(/[?#]/g, '')}?${new URLSearchParams(query)}`)
  .filter((text) => URL.canParse(text))
  .map((text) => new URL(text))

test('a normal address is one: reading it again changes nothing', () => {
  check(
    fc.property(address, (asked) => {
      const once = normalAddress(asked, CATALOGUE_PARAMETERS)
      expect(normalAddress(once, CATALOGUE_PARAMETERS).href).toBe(once.href)
    }),
  )
})

test('a normal address stays with its host, whatever its path begins with', () => {
  check(
    fc.property(address, (asked) => {
      const { origin, pathname } = normalAddress(asked, CATALOGUE_PARAMETERS)
      expect(origin).toBe(ORIGIN)
      expect(pathname).not.toMatch(/^\/\//)
    }),
  )
})

test('the order of parameters and those that nobody reads make no other page', () => {
  check(
    fc.property(parameters, (query) => {
      const first = new Map(query.toReversed())
      const known = [...first].filter(([name]) => (CATALOGUE_PARAMETERS as readonly string[]).includes(name))
      const addressOf = (entries: [string, string][]) =>
        normalAddress(new URL(`/products?${new URLSearchParams(entries)}`, ORIGIN), CATALOGUE_PARAMETERS).href
      expect(addressOf(query)).toBe(addressOf(known.toReversed()))
    }),
  )
})

test('what the catalogue reads of an address, it writes into one that reads the same', () => {
  check(
    fc.property(parameters, (query) => {
      const view = readCatalogueAddress(new URLSearchParams(query))
      const { searchParams } = new URL(catalogueAddress(view), ORIGIN)
      expect(readCatalogueAddress(searchParams)).toEqual(view)
    }),
  )
})

test('wishes about specifications are read as they are written', () => {
  const texts = fc.array(
    fc.oneof(fc.constantFrom('a:1..', 'b.mm:..2.5', 'fits:cl-25', 'a:..', 'a:007..1e5'), hostileText),
    {
      maxLength: 15,
    },
  )
  check(
    fc.property(texts, (parts) => {
      const filters = readSpecificationFilters(parts.join(','))
      expect(readSpecificationFilters(writeSpecificationFilters(filters))).toEqual(filters)
    }),
  )
})
