import { z } from 'zod'
import { toBusinessDate } from '#contracts/business-date.ts'
import { writeAuditEntry } from './database/audit-log.ts'
import type { Db } from './database/db.ts'
import { inTransaction } from './database/transaction.ts'
import { ERASED_NAME, eraseCustomer, exportCustomer } from './enquiries/personal-data.ts'
import type { Api } from './kernel/api.ts'
import { type Clock, toIso } from './kernel/clock.ts'
import { type Guard, getActor } from './kernel/guard.ts'
import { notFound } from './kernel/problem.ts'
import { eraseBuyer, eraseQuotation, exportQuotations } from './quotations/personal-data.ts'

const TAGS = ['customers']
const Params = z.object({ id: z.string().max(100) })

interface CustomerDataDeps {
  db: Db
  clock: Clock
  guard: Guard
}

/** Registers the export and the erasure of what is stored about one customer (Digital Personal Data Protection Act, 2023). */
export async function customerDataRoutes(app: Api, { db, clock, guard }: CustomerDataDeps): Promise<void> {
  const onRequest = guard.requires('settings.edit')

  app.get(
    '/api/customers/:id/data',
    {
      onRequest,
      exposeHeadRoute: false,
      schema: {
        tags: TAGS,
        summary: 'Export everything that is stored about a customer as a JSON file',
        params: Params,
        produces: ['application/json'],
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const data = await exportCustomer(db, id)
      if (!data) throw notFound('Customer')
      const now = clock()
      await inTransaction(db, (tx) =>
        writeAuditEntry(tx, getActor(request), {
          at: toIso(now),
          action: 'exported',
          subject: 'customer',
          subjectId: id,
          subjectName: `${data.customer.first_name} ${data.customer.last_name}`.trim(),
        }),
      )
      reply
        .type('application/json')
        .header('content-disposition', `attachment; filename="customer-${id}-${toBusinessDate(now)}.json"`)
      return reply.send(JSON.stringify({ ...data, quotations: await exportQuotations(db, id) }, null, 2))
    },
  )

  app.post(
    '/api/customers/:id/erasure',
    {
      onRequest,
      schema: {
        tags: TAGS,
        summary:
          'Erase the personal data of a customer. Issued quotations stay, without the name. This cannot be undone',
        params: Params,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const at = toIso(clock())
      await inTransaction(db, async (tx) => {
        if (!(await eraseCustomer(tx, id))) throw notFound('Customer')
        await eraseBuyer(tx, { customerId: id, name: ERASED_NAME, at })
        await tx
          .updateTable('audit_log')
          .set({ subject_name: ERASED_NAME })
          .where('subject', '=', 'customer')
          .where('subject_id', '=', id)
          .execute()
        await writeAuditEntry(tx, getActor(request), {
          at,
          action: 'erased',
          subject: 'customer',
          subjectId: id,
          subjectName: ERASED_NAME,
        })
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/quotations/:id/erasure',
    {
      onRequest,
      schema: {
        tags: ['quotations'],
        summary:
          'Erase the personal data of a quotation without a customer. A draft that was never sent is deleted. This cannot be undone',
        params: Params,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const at = toIso(clock())
      await inTransaction(db, async (tx) => {
        const number = await eraseQuotation(tx, { id, name: ERASED_NAME, at })
        await writeAuditEntry(tx, getActor(request), {
          at,
          action: 'erased',
          subject: 'quotation',
          subjectId: id,
          subjectName: number ?? ERASED_NAME,
        })
      })
      return reply.code(204).send(null)
    },
  )
}
