import type { FastifyInstance } from 'fastify'
import { Today, TodayCount, TodayQuery } from '#contracts/enquiry/today.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { readContext } from '../context.ts'
import type { SalesDeps } from '../deps.ts'
import { countToday, listToday } from './today.ts'

const EVERYBODY = 'all'

const toOptions = ({ accountId, permissions }: Actor, { owner = accountId }: TodayQuery) => ({
  ownerId: owner === EVERYBODY ? undefined : owner,
  withEnquiries: permissions.includes('enquiries.read'),
  withApprovals: permissions.includes('quotations.approve'),
})

/** Registers the list of what needs attention today. */
export function todayRoutes(app: FastifyInstance, deps: SalesDeps): void {
  const route = createRouter(app, { guard: deps.guard, tag: 'quotations' })

  route(
    'GET /api/today',
    {
      permission: 'quotations.read',
      summary: 'List enquiries and quotations that need attention today',
      query: TodayQuery,
      reply: Today,
    },
    async ({ actor, query }) => listToday(await readContext(deps), toOptions(actor, query)),
  )

  route(
    'GET /api/today/count',
    {
      permission: 'quotations.read',
      summary: 'Count the enquiries and quotations that need attention today',
      query: TodayQuery,
      reply: TodayCount,
    },
    async ({ actor, query }) => ({
      count: await countToday(await readContext(deps), toOptions(actor, query)),
    }),
  )
}
