import type { FastifyInstance } from 'fastify'
import { Comparison, ComparisonQuery } from '#contracts/catalogue/comparison.ts'
import { findByKeys } from '../items/store.ts'
import type { ListingDeps } from '../listing/deps.ts'
import { toItemResponses } from '../listing/item-response.ts'
import { compareSpecifications } from './compare-specifications.ts'

/** Registers the comparison of items. */
export function comparisonRoutes(app: FastifyInstance, deps: ListingDeps): void {
  deps.publicReads.define(app, {
    path: '/api/comparison',
    tag: 'discovery',
    summary: 'Items side by side, in the order of these ids or slugs; unknown ones are left out',
    query: ComparisonQuery,
    body: Comparison,
    load: async ({ query: { ids }, origin }) => {
      const items = await findByKeys(deps.db, [...new Set(ids)])
      return {
        body: {
          items: await toItemResponses(deps, origin, items),
          rows: compareSpecifications(items.map(({ specifications }) => specifications)),
        },
      }
    },
  })
}
