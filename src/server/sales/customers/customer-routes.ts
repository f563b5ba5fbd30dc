import type { FastifyInstance } from 'fastify'
import { Customer, CustomerDetails, CustomerQuery } from '#contracts/enquiry/customer.ts'
import { notFound } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { listStaff } from '../context.ts'
import type { SalesDeps } from '../deps.ts'
import { findCustomer, listCustomers } from './store-customers.ts'

/** Registers the reads of the customers who sent enquiries (decision 0014). */
export function customerRoutes(app: FastifyInstance, deps: SalesDeps): void {
  const { db, guard } = deps
  const route = createRouter(app, { guard, tag: 'customers' })

  route(
    'GET /api/customers',
    {
      permission: 'enquiries.read',
      summary: 'List customers; X-Total-Count is the number of matches',
      query: CustomerQuery,
      page: Customer,
    },
    ({ query }) => listCustomers(db, query),
  )

  route(
    'GET /api/customers/:id',
    {
      permission: 'enquiries.read',
      summary: 'Get a customer with all enquiries, notes and changes, and what happened to the quotations',
      reply: CustomerDetails,
    },
    async ({ actor: { permissions }, params: { id } }) => {
      const withQuotations = permissions.includes('quotations.read')
      const customer = await findCustomer(db, { id, staff: await listStaff(deps), withQuotations })
      if (!customer) throw notFound('Customer')
      return customer
    },
  )
}
