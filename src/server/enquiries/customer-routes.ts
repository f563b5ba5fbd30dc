import { z } from 'zod'
import { Customer, CustomerDetails, CustomerQuery } from '#contracts/customer.ts'
import type { Api } from '#server/kernel/api.ts'
import { notFound } from '#server/kernel/problem.ts'
import type { EnquiryDeps } from './routes.ts'
import { findCustomer, listCustomers } from './store-customers.ts'

const TAGS = ['customers']

/** The people behind the enquiries (decision 0014). */
export function customerRoutes(
  app: Api,
  { db, guard, listStaff }: Pick<EnquiryDeps, 'db' | 'guard' | 'listStaff'>,
): void {
  const onRequest = guard.requires('enquiries.read')

  app.get(
    '/api/customers',
    {
      onRequest,
      schema: {
        tags: TAGS,
        summary: 'People, those first who came last; X-Total-Count says how many match',
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
        summary: 'A person with their enquiries and what became of them',
        params: z.object({ id: z.string().max(100) }),
        response: { 200: CustomerDetails },
      },
    },
    async (request) => {
      const customer = await findCustomer(db, request.params.id, await listStaff())
      if (!customer) throw notFound('Customer')
      return customer
    },
  )
}
