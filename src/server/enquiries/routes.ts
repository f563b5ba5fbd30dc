import { z } from 'zod'
import { toBusinessDate } from '#contracts/business-date.ts'
import { Enquiry, EnquiryBody, EnquiryReply, type StaffMember } from '#contracts/enquiry.ts'
import { EnquiryQuery } from '#contracts/enquiry-management.ts'
import { CONTACT_FORM_ACTION } from '#contracts/service-options.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { enquiryAdminRoutes } from './admin-routes.ts'
import { customerRoutes } from './customer-routes.ts'
import { exportRoute } from './export-route.ts'
import { createNotificationEmail, type NotificationEmail } from './notification-email.ts'
import { insertEnquiry } from './store.ts'
import { listEnquiries } from './store-lists.ts'

const TAGS = ['enquiries']
/** For one network. */
const FORM_RATE_LIMIT = { max: 20, timeWindow: '10 minutes' }

export interface EnquiryDeps {
  db: Db
  clock: Clock
  guard: Guard
  publicUrl: string | undefined
  /** Everybody who may own an enquiry. */
  listStaff: () => Promise<StaffMember[]>
  /** Leaves a notice for the staff, in the transaction that stores the enquiry; undefined where nobody asked for one. */
  notify: ((db: Db, email: NotificationEmail, at: string) => Promise<void>) | undefined
}

/** Enquiries from the contact form (decision 0012), and the staff's work on them (decision 0014). */
export async function enquiryRoutes(app: Api, deps: EnquiryDeps): Promise<void> {
  publicRoutes(app, deps)
  listRoutes(app, deps)
  enquiryAdminRoutes(app, deps)
  customerRoutes(app, deps)
  exportRoute(app, deps)
}

function publicRoutes(app: Api, deps: EnquiryDeps): void {
  app.post(
    '/api/enquiries',
    {
      schema: {
        tags: TAGS,
        summary: 'Send an enquiry',
        body: EnquiryBody,
        response: { 201: EnquiryReply },
      },
      config: { rateLimit: FORM_RATE_LIMIT },
    },
    async (request, reply) => {
      const id = await receiveEnquiry(deps, request.body)
      return reply.code(201).send({ id, message: 'Thank you for your inquiry!' })
    },
  )

  app.register(async (scope: Api) => plainFormRoute(scope, deps))
}

/** Stores what a visitor wrote and the notice for the staff, both or neither. Answers its id. */
async function receiveEnquiry(
  { db, clock, publicUrl, notify }: EnquiryDeps,
  enquiry: EnquiryBody,
): Promise<string> {
  const at = toIso(clock())
  return inTransaction(db, async (transaction) => {
    const { id, customerId, itemName, isNew } = await insertEnquiry(transaction, enquiry, { at })
    if (isNew) {
      // Without PUBLIC_URL the request says where the site stands, and a stranger could have the mail name another.
      const link = publicUrl && `${publicUrl}/admin/customers/${customerId}`
      await notify?.(transaction, createNotificationEmail(enquiry, itemName, link), at)
    }
    return id
  })
}

function listRoutes(app: Api, deps: EnquiryDeps): void {
  app.get(
    '/api/enquiries',
    {
      onRequest: deps.guard.requires('enquiries.read'),
      schema: {
        tags: TAGS,
        summary: 'Newest first; X-Total-Count says how many match',
        querystring: EnquiryQuery,
        response: { 200: z.array(Enquiry) },
      },
    },
    async (request, reply) => {
      const today = toBusinessDate(deps.clock())
      const staff = await deps.listStaff()
      const { enquiries, total } = await listEnquiries(deps.db, { ...request.query, today }, staff)
      reply.header('x-total-count', total)
      return enquiries
    },
  )
}

/** A browser without JavaScript sends the form itself and is led back to the page. Only this route reads such forms. */
function plainFormRoute(scope: Api, deps: EnquiryDeps): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  scope.post(
    CONTACT_FORM_ACTION,
    { schema: { hide: true }, config: { rateLimit: FORM_RATE_LIMIT } },
    async (request, reply) => {
      const enquiry = EnquiryBody.safeParse(request.body)
      if (!enquiry.success) return reply.redirect('/?enquiry=refused#contact', 303)
      await receiveEnquiry(deps, enquiry.data)
      return reply.redirect('/?enquiry=sent#contact', 303)
    },
  )
}
