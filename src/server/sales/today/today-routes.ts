import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { HandledBody, Today, TodayCount, TodayQuery } from '#contracts/enquiry/today.ts'
import { EmailBody } from '#contracts/mail.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { badRequest, conflict } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { getQuotation, record, toSubject } from '../quotations/commands.ts'
import type { QuotationDeps } from '../quotations/deps.ts'
import { findLastMessageTime } from './store-today.ts'
import { countToday, listToday, type TodayDeps } from './today.ts'

const EVERYBODY = 'all'

/** Registers the list of what needs attention today, and emails to the buyers of quotations. */
export async function todayRoutes(app: FastifyInstance, deps: QuotationDeps & TodayDeps): Promise<void> {
  const { db, clock, guard } = deps
  const route = createRouter(app, { guard, tag: 'quotations' })
  const toOptions = ({ accountId, permissions }: Actor, { owner = accountId }: TodayQuery) => ({
    now: clock(),
    ownerId: owner === EVERYBODY ? undefined : owner,
    withEnquiries: permissions.includes('enquiries.read'),
    withApprovals: permissions.includes('quotations.approve'),
  })

  route(
    'GET /api/today',
    {
      permission: 'quotations.read',
      summary: 'List enquiries and quotations that need attention today',
      query: TodayQuery,
      reply: Today,
    },
    ({ actor, query }) => listToday(deps, toOptions(actor, query)),
  )

  route(
    'GET /api/today/count',
    {
      permission: 'quotations.read',
      summary: 'Count the enquiries and quotations that need attention today',
      query: TodayQuery,
      reply: TodayCount,
    },
    async ({ actor, query }) => ({ count: await countToday(deps, toOptions(actor, query)) }),
  )

  route(
    'POST /api/quotations/:id/handled',
    {
      permission: 'quotations.edit',
      summary: 'Mark what the customer wrote or decided as done, for example after a call. It leaves Today',
      body: HandledBody,
    },
    ({ actor: by, params: { id }, body: { since } }) => {
      const at = toIso(clock())
      return inTransaction(db, async (tx) => {
        const stored = await getQuotation(tx, id)
        const last = await findLastMessageTime(tx, id)
        if (last === null || last > since)
          throw conflict(
            'changed-meanwhile',
            'There is something new from this customer. Please read it first.',
          )
        await record(tx, { by, at }, toSubject(stored), {
          event: 'handled',
          action: 'noted',
          detail: 'marked as done',
          detailKind: 'facts',
          text: '',
        })
      })
    },
  )

  route(
    'POST /api/quotations/:id/emails',
    {
      permission: 'quotations.edit',
      summary: "Send an email to the buyer. It becomes part of the quotation's timeline",
      body: EmailBody,
      status: 202,
      reply: z.object({ to: z.string() }),
    },
    async ({ actor: by, params: { id }, body: { subject, text, requestKey } }) => {
      const at = toIso(clock())
      const owners = await deps.listOwners()
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
        await record(tx, { by, at }, toSubject(stored), {
          event: 'email-sent',
          action: 'sent',
          text: `${subject}\n\n${text}`,
          detail: `Email: ${subject}`,
          mailId,
        })
        return address
      })
      return { to }
    },
  )
}
