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

/** Searches that found nothing: noted while visitors search, listed by the dashboard, cleared by staff. */
export function zeroResultSearchRoutes(app: Api, deps: ZeroResultSearchDeps): ZeroResultTracker {
  const { db, clock, guard, schedule = systemScheduler } = deps
  const tracker = createZeroResultTracker({
    clock,
    schedule,
    write: (terms) => recordZeroResultSearches(db, terms, toIso(clock())),
    onError: (error) => app.log.error(error, 'Searches that found nothing could not be stored.'),
  })
  app.addHook('onClose', () => tracker.flush())

  const clearSearches = (request: FastifyRequest, term?: string) =>
    inTransaction(db, async (transaction) => {
      const cleared = await deleteZeroResultSearches(transaction, term)
      const auditEntry = {
        at: toIso(clock()),
        action: 'deleted',
        subject: 'search',
        subjectId: term ?? '',
        subjectName: term ?? 'all searches without result',
      } as const
      if (cleared > 0) await writeAuditEntry(transaction, getActor(request), auditEntry)
      return { cleared }
    })
  const onRequest = guard.requires('catalogue.edit')
  const tags = ['finding']
  const response = { 200: ClearResponse }

  app.delete(
    '/api/search-misses/:term',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Forget one search that found nothing; one that is not known is no error',
        params: z.object({ term: z.string().max(200) }),
        response,
      },
    },
    (request) => clearSearches(request, request.params.term),
  )
  app.delete(
    '/api/search-misses',
    { onRequest, schema: { tags, summary: 'Forget all searches that found nothing', response } },
    (request) => clearSearches(request),
  )
  return tracker
}
