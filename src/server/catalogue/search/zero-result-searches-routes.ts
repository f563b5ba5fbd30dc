import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Kind, SearchText } from '#contracts/item.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { toIso } from '#server/kernel/clock.ts'
import { getActor } from '#server/kernel/guard.ts'
import { fold } from '#server/kernel/text.ts'
import type { ListingDeps } from '../items/deps.ts'
import { countZeroResultSearch, deleteZeroResultSearches } from './store-zero-result-searches.ts'

const PATH = '/api/search-misses'
const MIN_TERM_LENGTH = 2
const MAX_TERM_LENGTH = 60
/** Eight consecutive digits, with any separators, are regarded as a telephone number. */
const TELEPHONE_NUMBER = /\d(?:[\s()./-]*\d){7}/

const ClearResponse = z.object({ cleared: z.number().int() })

/** Registers the route by which the catalogue page reports searches with no results, and those by which staff delete them. */
export function zeroResultSearchRoutes(app: Api, { db, clock, guard, lists }: ListingDeps): void {
  const tags = ['discovery']
  app.post(
    PATH,
    {
      schema: {
        tags,
        summary: 'Report a search with no results. It is counted if no item of any kind matches',
        querystring: z.object({ search: SearchText }),
        response: { 204: z.null() },
      },
      config: { rateLimit: { max: 10, timeWindow: '10 minutes' } },
    },
    async (request, reply) => {
      const term = fold(request.query.search)
      if (isRecordable(term) && !(await hasResults(lists, term)))
        await inTransaction(db, (tx) => countZeroResultSearch(tx, term, toIso(clock())))
      return reply.code(204).send(null)
    },
  )

  const clearSearches = (request: FastifyRequest, term?: string) =>
    inTransaction(db, async (tx) => {
      const cleared = await deleteZeroResultSearches(tx, term)
      const subjectName = term ?? 'all searches with no results'
      const subject = { subject: 'search', subjectId: term ?? '', subjectName } as const
      if (cleared > 0)
        await writeAuditEntry(tx, getActor(request), { at: toIso(clock()), action: 'deleted', ...subject })
      return { cleared }
    })
  const onRequest = guard.requires('catalogue.edit')
  const schema = { tags, response: { 200: ClearResponse } }

  app.delete(
    `${PATH}/:term`,
    {
      onRequest,
      schema: {
        ...schema,
        summary: 'Delete one search with no results; an unknown one is not an error',
        params: z.object({ term: z.string().max(200) }),
      },
    },
    (request) => clearSearches(request, request.params.term),
  )
  app.delete(
    PATH,
    { onRequest, schema: { ...schema, summary: 'Delete all searches with no results' } },
    (request) => clearSearches(request),
  )
}

/** Whether a folded term may be stored: it is of usual length and contains no e-mail address or telephone number. */
const isRecordable = (term: string) =>
  term.length >= MIN_TERM_LENGTH &&
  term.length <= MAX_TERM_LENGTH &&
  !term.includes('@') &&
  !TELEPHONE_NUMBER.test(term)

/** Whether any item of any kind matches a search. */
async function hasResults(lists: ListingDeps['lists'], search: string): Promise<boolean> {
  for (const kind of Kind.options)
    if ((await lists.count(await lists.open(kind, { search, approximate: true }))) > 0) return true
  return false
}
