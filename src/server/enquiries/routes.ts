import { z } from 'zod'
import { Enquiry, EnquiryBody, EnquiryReply, type StaffMember } from '#contracts/enquiry.ts'
import { EnquiryQuery } from '#contracts/enquiry-work.ts'
import { officeDay } from '#contracts/office-day.ts'
import { FORM_ADDRESS } from '#contracts/service-options.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { type Clock, timestamp } from '#server/kernel/clock.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { customerRoutes } from './customer-routes.ts'
import { exportRoute } from './export-route.ts'
import { type Notice, noticeOf } from './notice.ts'
import { insertEnquiry } from './store.ts'
import { listEnquiries } from './store-lists.ts'
import { workRoutes } from './work-routes.ts'

const TAGS = ['enquiries']
/** For one network. */
const FORM_LIMIT = { max: 20, timeWindow: '10 minutes' }

export interface EnquiryParts {
  db: Db
  clock: Clock
  guard: Guard
  publicUrl: string | undefined
  /** Everybody who may own an enquiry. */
  listStaff: () => Promise<StaffMember[]>
  /** Leaves a notice for the staff, in the transaction that stores the enquiry; undefined where nobody asked for one. */
  notify: ((db: Db, notice: Notice, at: string) => Promise<void>) | undefined
}

/** Enquiries from the contact form (decision 0012), and the staff's work on them (decision 0014). */
export async function enquiryRoutes(app: Api, parts: EnquiryParts): Promise<void> {
  publicRoutes(app, parts)
  listRoutes(app, parts)
  workRoutes(app, parts)
  customerRoutes(app, parts)
  exportRoute(app, parts)
}

function publicRoutes(app: Api, parts: EnquiryParts): void {
  app.post(
    '/api/enquiries',
    {
      schema: {
        tags: TAGS,
        summary: 'Send an enquiry',
        body: EnquiryBody,
        response: { 201: EnquiryReply },
      },
      config: { rateLimit: FORM_LIMIT },
    },
    async (request, reply) => {
      const id = await receive(parts, request.body)
      return reply.code(201).send({ id, message: 'Thank you for your inquiry!' })
    },
  )

  app.register(async (scope: Api) => plainFormRoute(scope, parts))
}

/** Stores what a visitor wrote and the notice for the staff, both or neither. Answers its id. */
async function receive(
  { db, clock, publicUrl, notify }: EnquiryParts,
  enquiry: EnquiryBody,
): Promise<string> {
  const at = timestamp(clock())
  return inTransaction(db, async (transaction) => {
    const { id, customerId, itemName, isNew } = await insertEnquiry(transaction, enquiry, { at })
    if (isNew) {
      // Without PUBLIC_URL the request says where the site stands, and a stranger could have the mail name another.
      const link = publicUrl && `${publicUrl}/admin/customers/${customerId}`
      await notify?.(transaction, noticeOf(enquiry, itemName, link), at)
    }
    return id
  })
}

function listRoutes(app: Api, parts: EnquiryParts): void {
  app.get(
    '/api/enquiries',
    {
      onRequest: parts.guard.requires('enquiries.read'),
      schema: {
        tags: TAGS,
        summary: 'Newest first; X-Total-Count says how many match',
        querystring: EnquiryQuery,
        response: { 200: z.array(Enquiry) },
      },
    },
    async (request, reply) => {
      const today = officeDay(parts.clock())
      const staff = await parts.listStaff()
      const { enquiries, total } = await listEnquiries(parts.db, { ...request.query, today }, staff)
      reply.header('x-total-count', total)
      return enquiries
    },
  )
}

/** A browser without JavaScript sends the form itself and is led back to the page. Only this route reads such forms. */
function plainFormRoute(scope: Api, parts: EnquiryParts): void {
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
      await receive(parts, enquiry.data)
      return reply.redirect('/?enquiry=sent#contact', 303)
    },
  )
}
