/* Lists of spare parts with filters, and the filters that the page shows beside them. */

const CATEGORIES = ['Collets', 'Bearings', 'Gears', 'Drives', 'Chucks', 'Tooling']
/** Some leave a hundredth of the items, some more than half. */
const SPECIFICATIONS = [
  'bore:20mm..40mm',
  'bore:..30mm',
  'weight:..5kg',
  'weight:10kg..',
  'material:nylon',
  'make:kovai',
  'hardness:50HRC..',
  'length:500mm..',
  'diameter:150mm..250mm',
  'load:500kg..1000kg',
]
const PRICES = [{ priceFrom: '1000', priceTo: '5000' }, { priceTo: '200' }]

type Filters = Record<string, string>

/**
 * Returns the paths of some 200 requests, each once: the filters of all parts and of searches, with no filter chosen, one
 * and two, and the first page of each filtered list, in the order of names and of prices.
 */
export function listFilterPaths(searches: string[]): string[] {
  const one: Filters[] = [
    ...CATEGORIES.map((category) => ({ category })),
    ...SPECIFICATIONS.map((specifications) => ({ specifications })),
    ...PRICES,
    { featured: 'true' },
  ]
  const two: Filters[] = [
    ...CATEGORIES.slice(0, 3).flatMap((category) =>
      SPECIFICATIONS.slice(0, 5).map((specifications) => ({ category, specifications })),
    ),
    ...SPECIFICATIONS.slice(0, 4).flatMap((first) =>
      SPECIFICATIONS.slice(4, 7).map((second) => ({ specifications: `${first},${second}` })),
    ),
    ...SPECIFICATIONS.slice(0, 4).map((specifications) => ({ specifications, ...PRICES[0] })),
  ]
  const chosen = [...one, ...two]
  const distinct = [...new Set(searches)]
  const searched = chosen
    .slice(0, distinct.length)
    .map((filters, index) => ({ ...filters, search: distinct[index]! }))
  return [
    ...[{}, ...distinct.map((search) => ({ search })), ...chosen, ...searched].map(toFacetsPath),
    ...[...chosen, ...chosen.map((filters) => ({ ...filters, sort: 'price' }))].map(toListPath),
    ...searched.map((filters) => toListPath({ ...filters, approximate: 'true' })),
  ]
}

const toFacetsPath = (filters: Filters) => `/api/facets?${new URLSearchParams({ kind: 'spare', ...filters })}`
const toListPath = (filters: Filters) => `/api/spareparts?${new URLSearchParams({ limit: '24', ...filters })}`
