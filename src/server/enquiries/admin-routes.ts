import { z } from 'zod'
import { toBusinessDate } from '#contracts/business-date.ts'
import { Enquiry, StaffMember } from '#contracts/enquiry.ts'
import {
  EnquiryAssignment,
  EnquiryCounts,
  EnquiryNoteBody,
  EnquiryQuery,
  EnquiryUpdate,
  StaffEnquiryBody,
} from '#contracts/enquiry-management.ts'
import { EmailBody } from '#contracts/mail.ts'
import { getEnquirySortDirections } from '#contracts/sort.ts'
import type { Api } from '#server/kernel/api.ts'
import { toIso } from '#server/kernel/clock.ts'
import { getActor } from '#server/kernel/guard.ts'
import { notFound } from '#server/kernel/problem.ts'
import { addNote, assignEnquiry, createEnquiry, updateEnquiry } from './commands.ts'
import type { EnquiryDeps } from './deps.ts'
import { sendEnquiryEmail } from './email-to-customer.ts'
import { checkReachable, listPossibleOwners, toCriteria, toPreview } from './rules.ts'
import { countByStatus, findEnquiry, listEnquiries } from './store-lists.ts'

const TAGS = ['enquiries']
const EnquiryParams = z.object({ id: z.string().max(100) })

/** Registers what staff read and do with enquiries (decision 0014). */
export function enquiryAdminRoutes(app: Api, deps: EnquiryDeps): void {
  const { db, clock, guard, listStaff } = deps
  const requireRead = guard.requires('enquiries.read')
  const requireEdit = guard.requires('enquiries.edit')
  const now = () => toIso(clock())

  app.get(
    '/api/enquiries',
    {
      onRequest: requireRead,
      schema: {
        tags: TAGS,
        summary: 'List enquiries; X-Total-Count is the number of matches',
        querystring: EnquiryQuery,
        response: { 200: z.array(Enquiry) },
      },
    },
    async (request, reply) => {
      const { limit, offset, sort, order, ...filter } = request.query
      const direction = order ?? getEnquirySortDirections(filter.unanswered === 'true')[sort]
      const enquiries = await listEnquiries(db, {
        criteria: toCriteria(filter, clock()),
        order: { sort, direction },
        limit,
        offset,
        staff: await listStaff(),
      })
      reply.header('x-total-count', enquiries.total)
      return enquiries.page.map(toPreview)
    },
  )

  app.get(
    '/api/enquiries/counts',
    {
      onRequest: requireRead,
      schema: {
        tags: TAGS,
        summary: 'Count enquiries by status',
        response: { 200: EnquiryCounts },
      },
    },
    () => countByStatus(db, toBusinessDate(clock())),
  )

  app.get(
    '/api/staff',
    {
      onRequest: requireRead,
      schema: {
        tags: TAGS,
        summary: 'List everyone who can own an enquiry',
        response: { 200: z.array(StaffMember) },
      },
    },
    async () => listPossibleOwners(await listStaff()),
  )

  app.get(
    '/api/enquiries/:id',
    {
      onRequest: requireRead,
      schema: {
        tags: TAGS,
        summary: 'Get an enquiry with its complete message',
        params: EnquiryParams,
        response: { 200: Enquiry },
      },
    },
    async ({ params }) => {
      const enquiry = await findEnquiry(db, { id: params.id, staff: await listStaff() })
      if (!enquiry) throw notFound('Enquiry')
      return enquiry
    },
  )

  app.patch(
    '/api/enquiries/:id',
    {
      onRequest: requireEdit,
      schema: {
        tags: TAGS,
        summary:
          'Change status, owner or follow-up date; 409 when the enquiry was changed after the given revision',
        params: EnquiryParams,
        body: EnquiryUpdate,
        response: { 200: Enquiry },
      },
    },
    async (request) =>
      updateEnquiry(db, {
        id: request.params.id,
        update: request.body,
        staff: await listStaff(),
        by: getActor(request),
        at: now(),
      }),
  )

  app.put(
    '/api/enquiries/:id/customer',
    {
      onRequest: requireEdit,
      schema: {
        tags: TAGS,
        summary: 'Assign an enquiry with its quotations to a customer, or to one of its own',
        params: EnquiryParams,
        body: EnquiryAssignment,
        response: { 200: Enquiry },
      },
    },
    async (request) =>
      assignEnquiry(deps, {
        id: request.params.id,
        customer: request.body.customer,
        staff: await listStaff(),
        by: getActor(request),
        at: now(),
      }),
  )

  app.post(
    '/api/enquiries/:id/notes',
    {
      onRequest: requireEdit,
      schema: {
        tags: TAGS,
        summary: 'Add a note; notes cannot be changed later',
        params: EnquiryParams,
        body: EnquiryNoteBody,
        response: { 201: z.object({ id: z.string() }) },
      },
    },
    async (request, reply) => {
      const note = { id: request.params.id, text: request.body.text, by: getActor(request), at: now() }
      return reply.code(201).send(await addNote(db, note))
    },
  )

  app.post(
    '/api/enquiries/:id/emails',
    {
      onRequest: requireEdit,
      schema: {
        tags: TAGS,
        summary: 'Send an email to the customer. It becomes a note of the enquiry',
        params: EnquiryParams,
        body: EmailBody,
        response: { 202: z.object({ to: z.string() }) },
      },
    },
    async (request, reply) => {
      const email = { id: request.params.id, email: request.body, by: getActor(request), at: now() }
      return reply.code(202).send(await sendEnquiryEmail(deps, email))
    },
  )

  app.post(
    '/api/enquiries/by-staff',
    {
      onRequest: requireEdit,
      schema: {
        tags: TAGS,
        summary: 'Add an enquiry received by phone or WhatsApp',
        body: StaffEnquiryBody,
        response: { 201: z.object({ id: z.string(), customerId: z.string() }) },
      },
    },
    async (request, reply) => {
      checkReachable(request.body)
      const { id, customerId } = await createEnquiry(db, {
        body: request.body,
        by: getActor(request),
        at: now(),
      })
      return reply.code(201).send({ id, customerId })
    },
  )
}
