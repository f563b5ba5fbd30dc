import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Kind, SearchText } from '#contracts/item/item.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { fold, isRecordableSearch } from '#server/kernel/text.ts'
import type { ListingDeps } from '../deps.ts'
import { countItems } from '../store-lists.ts'
import { countZeroResultSearch, deleteZeroResultSearches } from './store.ts'

const ClearResponse = z.object({ cleared: z.number().int() })

/** Registers the route by which the catalogue page reports searches with no results, and those by which staff delete them. */
export function zeroResultSearchRoutes(app: FastifyInstance, { db, clock, guard, lists }: ListingDeps): void {
  const route = createRouter(app, { guard, tag: 'discovery' })

  route(
    'POST /api/search-misses',
    {
      permission: 'public',
      rateLimit: { max: 10, timeWindow: '10 minutes' },
      summary: 'Report a search with no results. It is counted if no item of any kind has all that it says',
      query: z.object({ search: SearchText }),
    },
    async ({ query: { search } }) => {
      const term = fold(search)
      if (isRecordableSearch(term) && !(await isAnswered(lists, term)))
        await inTransaction(db, (tx) => countZeroResultSearch(tx, term, toIso(clock())))
    },
  )

  const clearSearches = (actor: Actor, term?: string) =>
    inTransaction(db, async (tx) => {
      const cleared = await deleteZeroResultSearches(tx, term)
      const subjectName = term ?? 'all searches with no results'
      const subject = { subject: 'search', subjectId: term ?? '', subjectName } as const
      if (cleared > 0) await writeAuditEntry(tx, actor, { at: toIso(clock()), action: 'deleted', ...subject })
      return { cleared }
    })

  route(
    'DELETE /api/search-misses/:term',
    {
      permission: 'catalogue.edit',
      summary: 'Delete one search with no results; an unknown one is not an error',
      params: z.object({ term: z.string().max(200) }),
      reply: ClearResponse,
    },
    ({ actor, params: { term } }) => clearSearches(actor, term),
  )

  route(
    'DELETE /api/search-misses',
    { permission: 'catalogue.edit', summary: 'Delete all searches with no results', reply: ClearResponse },
    ({ actor }) => clearSearches(actor),
  )
}

/** Whether items of any kind have all that a search says. */
async function isAnswered(lists: ListingDeps['lists'], search: string): Promise<boolean> {
  for (const kind of Kind.options) {
    const list = await lists.open(kind, { search, approximate: true })
    if (!list.ignored?.length && !list.isNearest && (await countItems(list)) > 0) return true
  }
  return false
}
