import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { EmailBody } from '#contracts/mail.ts'
import { HandledBody, Today, TodayCount, TodayQuery } from '#contracts/today.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { toIso } from '#server/kernel/clock.ts'
import { getActor } from '#server/kernel/guard.ts'
import { badRequest, conflict } from '#server/kernel/problem.ts'
import { getQuotation, record, toSubject } from './commands.ts'
import type { QuotationDeps } from './deps.ts'
import { countToday, findLastMessageTime, listToday, type TodayDeps } from './today.ts'

const TAGS = ['quotations']
const EVERYBODY = 'all'

/** Registers the list of what needs attention today, and emails to the buyers of quotations. */
export async function todayRoutes(app: Api, deps: QuotationDeps & TodayDeps): Promise<void> {
  const { db, clock, guard } = deps
  const toOptions = (request: FastifyRequest & { query: TodayQuery }) => {
    const { accountId, permissions } = getActor(request)
    const owner = request.query.owner ?? accountId
    return {
      now: clock(),
      ownerId: owner === EVERYBODY ? undefined : owner,
      withEnquiries: permissions.includes('enquiries.read'),
      withApprovals: permissions.includes('quotations.approve'),
    }
  }

  app.get(
    '/api/today',
    {
      onRequest: guard.requires('quotations.read'),
      schema: {
        tags: TAGS,
        summary: 'List enquiries and quotations that need attention today',
        querystring: TodayQuery,
        response: { 200: Today },
      },
    },
    (request) => listToday(deps, toOptions(request)),
  )

  app.get(
    '/api/today/count',
    {
      onRequest: guard.requires('quotations.read'),
      schema: {
        tags: TAGS,
        summary: 'Count the enquiries and quotations that need attention today',
        querystring: TodayQuery,
        response: { 200: TodayCount },
      },
    },
    async (request) => ({ count: await countToday(deps, toOptions(request)) }),
  )

  app.post(
    '/api/quotations/:id/handled',
    {
      onRequest: guard.requires('quotations.edit'),
      schema: {
        tags: TAGS,
        summary: 'Mark what the customer wrote or decided as done, for example after a call. It leaves Today',
        params: z.object({ id: z.string().max(100) }),
        body: HandledBody,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const at = toIso(clock())
      await inTransaction(db, async (tx) => {
        const stored = await getQuotation(tx, id)
        const last = await findLastMessageTime(tx, id)
        if (last === null || last > request.body.since)
          throw conflict(
            'changed-meanwhile',
            'There is something new from this customer. Please read it first.',
          )
        await record(tx, { by: getActor(request), at }, toSubject(stored), {
          event: 'handled',
          action: 'noted',
          detail: 'marked as done',
          detailKind: 'facts',
          text: '',
        })
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/quotations/:id/emails',
    {
      onRequest: guard.requires('quotations.edit'),
      schema: {
        tags: TAGS,
        summary: "Send an email to the buyer. It becomes part of the quotation's timeline",
        params: z.object({ id: z.string().max(100) }),
        body: EmailBody,
        response: { 202: z.object({ to: z.string() }) },
      },
    },
    async (request, reply) => {
      const by = getActor(request)
      const at = toIso(clock())
      const owners = await deps.listOwners()
      const { id } = request.params
      const { subject, text, requestKey } = request.body
      const to = await inTransaction(db, async (tx) => {
        const stored = await getQuotation(tx, id)
        const address = stored.body.buyer?.email
        if (!address) throw badRequest('The buyer of this quotation has no email address.')
        if (!deps.sendMail)
          throw conflict(
            'no-mail-server',
            'This site has no mail server. Please send the email from your own mail program.',
          )
        const replyTo = owners.find((owner) => owner.id === by.accountId)?.email ?? deps.notifyEmail
        const key = requestKey && { requestKey: `quotation ${id} ${requestKey}` }
        const queued = { quotationId: id, to: address, subject, text, ...(replyTo && { replyTo }), ...key }
        const mailId = await deps.sendMail(tx, queued, at)
        if (!mailId) return address
        const detail = `${subject}\n\n${text}`
        await record(tx, { by, at }, toSubject(stored), {
          event: 'email-sent',
          action: 'sent',
          text: detail,
          detail: `Email: ${subject}`,
          mailId,
        })
        return address
      })
      return reply.code(202).send({ to })
    },
  )
}
