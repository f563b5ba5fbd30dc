import { z } from 'zod'
import { Customer, CustomerDetails, CustomerQuery } from '#contracts/customer.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
import { notFound } from '#server/kernel/problem.ts'
import type { EnquiryDeps } from './deps.ts'
import { findCustomer, listCustomers } from './store-customers.ts'

const TAGS = ['customers']

/** Registers the reads of the customers who sent enquiries (decision 0014). */
export function customerRoutes(app: Api, { db, guard, listStaff }: EnquiryDeps): void {
  const onRequest = guard.requires('enquiries.read')

  app.get(
    '/api/customers',
    {
      onRequest,
      schema: {
        tags: TAGS,
        summary: 'List customers; X-Total-Count is the number of matches',
        querystring: CustomerQuery,
        response: { 200: z.array(Customer) },
      },
    },
    async (request, reply) => {
      const { customers, total } = await listCustomers(db, request.query)
      reply.header('x-total-count', total)
      return customers
    },
  )

  app.get(
    '/api/customers/:id',
    {
      onRequest,
      schema: {
        tags: TAGS,
        summary: 'Get a customer with all enquiries, notes and changes, and what happened to the quotations',
        params: z.object({ id: z.string().max(100) }),
        response: { 200: CustomerDetails },
      },
    },
    async (request) => {
      const customer = await findCustomer(db, {
        id: request.params.id,
        staff: await listStaff(),
        withQuotations: getActor(request).permissions.includes('quotations.read'),
      })
      if (!customer) throw notFound('Customer')
      return customer
    },
  )
}
