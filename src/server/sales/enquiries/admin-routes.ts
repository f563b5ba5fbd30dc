import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toBusinessDate } from '#contracts/business-date.ts'
import { getEnquirySortDirections } from '#contracts/catalogue/sort.ts'
import { Enquiry, StaffMember } from '#contracts/enquiry/enquiry.ts'
import {
  EnquiryAssignment,
  EnquiryCounts,
  EnquiryNoteBody,
  EnquiryQuery,
  EnquiryUpdate,
  StaffEnquiryBody,
} from '#contracts/enquiry/management.ts'
import { EmailBody } from '#contracts/mail/mail.ts'
import { toIso } from '#server/kernel/clock.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { listStaff } from '../context.ts'
import type { SalesDeps } from '../deps.ts'
import { addNote, assignEnquiry, createEnquiry, sendEnquiryEmail, updateEnquiry } from './commands.ts'
import { checkReachable, listPossibleOwners, toCriteria, toPreview } from './rules.ts'
import { countByStatus, getEnquiry, listEnquiries } from './store-lists.ts'

/** Registers what staff read and do with enquiries (decision 0014). */
export function enquiryAdminRoutes(app: FastifyInstance, deps: SalesDeps): void {
  const { db, clock, guard } = deps
  const route = createRouter(app, { guard, tag: 'enquiries' })
  const now = () => toIso(clock())

  route(
    'GET /api/enquiries',
    {
      permission: 'enquiries.read',
      summary: 'List enquiries; X-Total-Count is the number of matches',
      query: EnquiryQuery,
      page: Enquiry,
    },
    async ({ query: { limit, offset, sort, order, ...filter } }) => {
      const direction = order ?? getEnquirySortDirections(filter.unanswered === 'true')[sort]
      const { items, total } = await listEnquiries(db, {
        criteria: toCriteria(filter, clock()),
        order: { sort, direction },
        limit,
        offset,
        staff: await listStaff(deps),
      })
      return { items: items.map(toPreview), total }
    },
  )

  route(
    'GET /api/enquiries/counts',
    { permission: 'enquiries.read', summary: 'Count enquiries by status', reply: EnquiryCounts },
    () => countByStatus(db, toBusinessDate(clock())),
  )

  route(
    'GET /api/staff',
    {
      permission: 'enquiries.read',
      summary: 'List everyone who can own an enquiry',
      reply: z.array(StaffMember),
    },
    async () => listPossibleOwners(await listStaff(deps)),
  )

  route(
    'GET /api/enquiries/:id',
    { permission: 'enquiries.read', summary: 'Get an enquiry with its complete message', reply: Enquiry },
    async ({ params: { id } }) => getEnquiry(db, { id, staff: await listStaff(deps) }),
  )

  route(
    'PATCH /api/enquiries/:id',
    {
      permission: 'enquiries.edit',
      summary:
        'Change status, owner or follow-up date; 409 when the enquiry was changed after the given revision',
      body: EnquiryUpdate,
      reply: Enquiry,
    },
    async ({ actor: by, params: { id }, body: update }) =>
      updateEnquiry(db, { id, update, staff: await listStaff(deps), by, at: now() }),
  )

  route(
    'PUT /api/enquiries/:id/customer',
    {
      permission: 'enquiries.edit',
      summary: 'Assign an enquiry with its quotations to a customer, or to one of its own',
      body: EnquiryAssignment,
      reply: Enquiry,
    },
    async ({ actor: by, params: { id }, body: { customer } }) =>
      assignEnquiry(db, { id, customer, staff: await listStaff(deps), by, at: now() }),
  )

  route(
    'POST /api/enquiries/:id/notes',
    {
      permission: 'enquiries.edit',
      summary: 'Add a note; notes cannot be changed later',
      body: EnquiryNoteBody,
      status: 201,
      reply: z.object({ id: z.string() }),
    },
    ({ actor: by, params: { id }, body: { text } }) => addNote(db, { id, text, by, at: now() }),
  )

  route(
    'POST /api/enquiries/:id/emails',
    {
      permission: 'enquiries.edit',
      summary: 'Send an email to the customer. It becomes a note of the enquiry',
      body: EmailBody,
      status: 202,
      reply: z.object({ to: z.string() }),
    },
    ({ actor: by, params: { id }, body: email }) => sendEnquiryEmail(deps, { id, email, by, at: now() }),
  )

  route(
    'POST /api/enquiries/by-staff',
    {
      permission: 'enquiries.edit',
      summary: 'Add an enquiry received by phone or WhatsApp',
      body: StaffEnquiryBody,
      status: 201,
      reply: z.object({ id: z.string(), customerId: z.string() }),
    },
    ({ actor: by, body }) => {
      checkReachable(body)
      return createEnquiry(db, { body, by, at: now() })
    },
  )
}
