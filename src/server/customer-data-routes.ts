import { z } from 'zod'
import { toBusinessDate } from '#contracts/business-date.ts'
import { writeAuditEntry } from './database/audit-log.ts'
import { inTransaction } from './database/transaction.ts'
import { applyErasures, type ErasureDeps, eraseBuyer, eraseCustomer } from './erasures.ts'
import type { Api } from './kernel/api.ts'
import { toIso } from './kernel/clock.ts'
import { type Guard, getActor } from './kernel/guard.ts'
import { notFound } from './kernel/problem.ts'
import { exportPerson, findCustomerData } from './personal-data.ts'

const TAGS = ['customers']
const Params = z.object({ id: z.string().max(100) })

type CustomerDataDeps = Omit<ErasureDeps, 'onError'> & { guard: Guard }

/**
 * Registers the export and the erasure of what is stored about one customer (Digital Personal Data Protection Act, 2023). Before
 * the first request, erasures are applied again to a database that was restored.
 */
export async function customerDataRoutes(app: Api, { guard, ...deps }: CustomerDataDeps): Promise<void> {
  const { db, clock } = deps
  const onRequest = guard.requires('settings.edit')
  const erasureDeps: ErasureDeps = {
    ...deps,
    onError: (error) => app.log.error({ err: error }, 'an erasure of personal data is not complete'),
  }
  app.addHook('onReady', () => applyErasures(erasureDeps))

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
      const person = await findCustomerData(db, id)
      if (!person) throw notFound('Customer')
      const data = await exportPerson(db, person)
      const now = clock()
      await inTransaction(db, (tx) =>
        writeAuditEntry(tx, getActor(request), {
          at: toIso(now),
          action: 'exported',
          subject: 'customer',
          subjectId: id,
          subjectName: person.name,
        }),
      )
      reply
        .type('application/json')
        .header('content-disposition', `attachment; filename="customer-${id}-${toBusinessDate(now)}.json"`)
      return reply.send(JSON.stringify(data, null, 2))
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
      await eraseCustomer(erasureDeps, request.params.id, getActor(request))
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
      await eraseBuyer(erasureDeps, request.params.id, getActor(request))
      return reply.code(204).send(null)
    },
  )
}
