import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '#server/database/db.ts'
import { recordChange } from '#server/database/log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { type Clock, timestamp } from '#server/kernel/clock.ts'
import { type Guard, getActor } from '#server/kernel/guard.ts'
import { systemTimer, type Timer } from '#server/kernel/timer.ts'
import { createSearchMisses, type SearchMisses } from './search-misses.ts'
import { clearMisses, recordMisses } from './store-misses.ts'

interface MissesParts {
  db: Db
  clock: Clock
  guard: Guard
  timer?: Timer
}

const Cleared = z.object({ cleared: z.number().int() })

/** Searches that found nothing: noted while visitors search, listed by the dashboard, cleared by staff. */
export function missesRoutes(app: Api, parts: MissesParts): SearchMisses {
  const { db, clock, guard, timer = systemTimer } = parts
  const misses = createSearchMisses({
    clock,
    timer,
    write: (terms) => recordMisses(db, terms, timestamp(clock())),
    failed: (error) => app.log.error(error, 'Searches that found nothing could not be stored.'),
  })
  app.addHook('onClose', () => misses.flush())

  const clear = (request: FastifyRequest, term?: string) =>
    inTransaction(db, async (transaction) => {
      const cleared = await clearMisses(transaction, term)
      const change = {
        at: timestamp(clock()),
        action: 'deleted',
        subject: 'search',
        subjectId: term ?? '',
        subjectName: term ?? 'all searches without result',
      } as const
      if (cleared > 0) await recordChange(transaction, getActor(request), change)
      return { cleared }
    })
  const onRequest = guard.requires('catalogue.edit')
  const tags = ['finding']
  const response = { 200: Cleared }

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
    (request) => clear(request, request.params.term),
  )
  app.delete(
    '/api/search-misses',
    { onRequest, schema: { tags, summary: 'Forget all searches that found nothing', response } },
    (request) => clear(request),
  )
  return misses
}
