import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import { type Guard, getActor } from '#server/kernel/guard.ts'
import { type Scheduler, systemScheduler } from '#server/kernel/scheduler.ts'
import { deleteZeroResultSearches, recordZeroResultSearches } from './store-zero-result-searches.ts'
import { createZeroResultTracker, type ZeroResultTracker } from './zero-result-searches.ts'

interface ZeroResultSearchDeps {
  db: Db
  clock: Clock
  guard: Guard
  schedule?: Scheduler
}

const ClearResponse = z.object({ cleared: z.number().int() })

/** Registers the routes by which staff delete searches with no results, and returns the tracker that records them. */
export function zeroResultSearchRoutes(app: Api, deps: ZeroResultSearchDeps): ZeroResultTracker {
  const { db, clock, guard, schedule = systemScheduler } = deps
  const tracker = createZeroResultTracker({
    clock,
    schedule,
    write: (terms) => recordZeroResultSearches(db, terms, toIso(clock())),
    onError: (error) => app.log.error(error, 'Searches with no results could not be stored.'),
  })
  app.addHook('onClose', () => tracker.flush())

  const clearSearches = (request: FastifyRequest, term?: string) =>
    inTransaction(db, async (tx) => {
      const cleared = await deleteZeroResultSearches(tx, term)
      const subjectName = term ?? 'all searches with no results'
      const subject = { subject: 'search', subjectId: term ?? '', subjectName } as const
      if (cleared > 0)
        await writeAuditEntry(tx, getActor(request), { at: toIso(clock()), action: 'deleted', ...subject })
      return { cleared }
    })
  const routeOptions = { onRequest: guard.requires('catalogue.edit') }
  const schema = { tags: ['discovery'], response: { 200: ClearResponse } }

  app.delete(
    '/api/search-misses/:term',
    {
      ...routeOptions,
      schema: {
        ...schema,
        summary: 'Delete one search with no results; an unknown one is not an error',
        params: z.object({ term: z.string().max(200) }),
      },
    },
    (request) => clearSearches(request, request.params.term),
  )
  app.delete(
    '/api/search-misses',
    { ...routeOptions, schema: { ...schema, summary: 'Delete all searches with no results' } },
    (request) => clearSearches(request),
  )
  return tracker
}
