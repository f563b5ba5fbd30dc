import type { FastifyInstance } from 'fastify'
import { toBusinessDate } from '#contracts/business-date.ts'
import { formatContentDisposition } from '#server/kernel/files/file-formats.ts'
import { writeAuditEntry } from '../database/audit-log.ts'
import { inTransaction } from '../database/transaction.ts'
import { toIso } from '../kernel/clock.ts'
import type { Guard } from '../kernel/http/guard.ts'
import { notFound } from '../kernel/http/problem.ts'
import { createRouter } from '../kernel/http/route.ts'
import { applyErasures, type ErasureDeps, eraseBuyer, eraseCustomer } from './erasures.ts'
import { exportPerson, findCustomerData } from './store-personal-data.ts'

type CustomerDataDeps = Omit<ErasureDeps, 'onError'> & { guard: Guard }

/**
 * Registers the export and the erasure of what is stored about one customer (Digital Personal Data Protection Act, 2023). Before
 * the first request, erasures are applied again to a database that was restored.
 */
export async function customerDataRoutes(
  app: FastifyInstance,
  { guard, ...deps }: CustomerDataDeps,
): Promise<void> {
  const { db, clock } = deps
  const erasureDeps: ErasureDeps = {
    ...deps,
    onError: (error) => app.log.error({ err: error }, 'an erasure of personal data is not complete'),
  }
  app.addHook('onReady', () => applyErasures(erasureDeps))
  const route = createRouter(app, { guard, tag: 'customers' })

  route(
    'GET /api/customers/:id/data',
    {
      permission: 'settings.edit',
      summary: 'Export everything that is stored about a customer as a JSON file',
      produces: ['application/json'],
    },
    async ({ actor, params: { id } }, reply) => {
      const person = await findCustomerData(db, id)
      if (!person) throw notFound('Customer')
      const data = await exportPerson(db, person)
      const now = clock()
      await inTransaction(db, (tx) =>
        writeAuditEntry(tx, actor, {
          at: toIso(now),
          action: 'exported',
          subject: 'customer',
          subjectId: id,
          subjectName: person.name,
        }),
      )
      reply
        .type('application/json')
        .header('content-disposition', formatContentDisposition(`customer-${id}-${toBusinessDate(now)}.json`))
      return JSON.stringify(data, null, 2)
    },
  )

  route(
    'POST /api/customers/:id/erasure',
    {
      permission: 'settings.edit',
      summary:
        'Erase the personal data of a customer. Issued quotations stay, without the name. This cannot be undone',
    },
    ({ actor, params: { id } }) => eraseCustomer(erasureDeps, id, actor),
  )

  createRouter(app, { guard, tag: 'quotations' })(
    'POST /api/quotations/:id/erasure',
    {
      permission: 'settings.edit',
      summary:
        'Erase the personal data of a quotation without a customer. A draft that was never sent is deleted. This cannot be undone',
    },
    ({ actor, params: { id } }) => eraseBuyer(erasureDeps, id, actor),
  )
}
