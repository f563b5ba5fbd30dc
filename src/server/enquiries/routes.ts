import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Enquiry, EnquiryBody, EnquiryReply } from '#contracts/enquiry.ts'
import { Problem } from '#contracts/problem.ts'
import { FORM_ADDRESS } from '#contracts/service-options.ts'
import type { Db } from '#server/database/open.ts'
import { type Clock, timestamp } from '#server/kernel/clock.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { insertEnquiry, listEnquiries } from './store.ts'

/** For one network. */
const FORM_LIMIT = { max: 20, timeWindow: '10 minutes' }
const Page = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
})

/** Enquiries from the contact form (decision 0012), and the staff's view of them. */
export function enquiryRoutes(fastify: FastifyInstance, parts: { db: Db; clock: Clock; guard: Guard }): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()
  const tags = ['enquiries']

  app.post(
    '/api/enquiries',
    {
      schema: {
        tags,
        summary: 'Send an enquiry',
        body: EnquiryBody,
        response: { 201: EnquiryReply, default: Problem },
      },
      config: { rateLimit: FORM_LIMIT },
    },
    async (request, reply) => {
      const at = timestamp(parts.clock())
      const id = await parts.db
        .transaction()
        .execute((transaction) => insertEnquiry(transaction, request.body, { at }))
      return reply.code(201).send({ id, message: 'Thank you for your inquiry!' })
    },
  )

  fastify.register(async (scope) => plainFormRoute(scope, parts))

  app.get(
    '/api/enquiries',
    {
      onRequest: parts.guard.requires('enquiries.read'),
      schema: {
        tags,
        summary: 'Newest first',
        querystring: Page,
        response: { 200: z.array(Enquiry), default: Problem },
      },
    },
    async (request, reply) => {
      const { enquiries, total } = await listEnquiries(parts.db, request.query)
      reply.header('x-total-count', total)
      return enquiries
    },
  )
}

/** A browser without JavaScript sends the form itself and is led back to the page. Only this route reads such forms. */
function plainFormRoute(scope: FastifyInstance, { db, clock }: { db: Db; clock: Clock }): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  scope.post(
    FORM_ADDRESS,
    { schema: { hide: true }, config: { rateLimit: FORM_LIMIT } },
    async (request, reply) => {
      const enquiry = EnquiryBody.safeParse(request.body)
      if (!enquiry.success) return reply.redirect('/?enquiry=refused#contact', 303)
      const at = timestamp(clock())
      await db.transaction().execute((transaction) => insertEnquiry(transaction, enquiry.data, { at }))
      return reply.redirect('/?enquiry=sent#contact', 303)
    },
  )
}
