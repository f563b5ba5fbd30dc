import { z } from 'zod'
import { toBusinessDate } from '#contracts/business-date.ts'
import { Enquiry, StaffMember } from '#contracts/enquiry.ts'
import {
  EnquiryCounts,
  EnquiryNoteBody,
  EnquiryUpdate,
  StaffEnquiryBody,
} from '#contracts/enquiry-management.ts'
import type { Api } from '#server/kernel/api.ts'
import { toIso } from '#server/kernel/clock.ts'
import { getActor } from '#server/kernel/guard.ts'
import { addNote, createEnquiry, updateEnquiry } from './commands.ts'
import type { EnquiryDeps } from './routes.ts'
import { checkReachable } from './rules.ts'
import { countByStatus } from './store-lists.ts'

const TAGS = ['enquiries']
const Key = z.object({ id: z.string().max(100) })

/** What staff do with an enquiry (decision 0014). */
export function enquiryAdminRoutes(app: Api, deps: EnquiryDeps): void {
  const { db, clock, guard } = deps
  const requireRead = guard.requires('enquiries.read')
  const requireEdit = guard.requires('enquiries.edit')
  const now = () => toIso(clock())

  app.get(
    '/api/enquiries/counts',
    {
      onRequest: requireRead,
      schema: {
        tags: TAGS,
        summary: 'How many stand where',
        response: { 200: EnquiryCounts },
      },
    },
    async () => countByStatus(db, toBusinessDate(clock())),
  )

  app.get(
    '/api/staff',
    {
      onRequest: requireRead,
      schema: {
        tags: TAGS,
        summary: 'Who may own an enquiry',
        response: { 200: z.array(StaffMember) },
      },
    },
    async () => deps.listStaff(),
  )

  app.patch(
    '/api/enquiries/:id',
    {
      onRequest: requireEdit,
      schema: {
        tags: TAGS,
        summary: 'Give it another status, owner or next action; 409 when somebody else was quicker',
        params: Key,
        body: EnquiryUpdate,
        response: { 200: Enquiry },
      },
    },
    async (request) => {
      const act = { by: getActor(request), at: now(), staff: await deps.listStaff() }
      return updateEnquiry(db, request.params.id, request.body, act)
    },
  )

  app.post(
    '/api/enquiries/:id/notes',
    {
      onRequest: requireEdit,
      schema: {
        tags: TAGS,
        summary: 'Add a note; it cannot be changed later',
        params: Key,
        body: EnquiryNoteBody,
        response: { 201: z.object({ id: z.string() }) },
      },
    },
    async (request, reply) => {
      const act = { by: getActor(request), at: now() }
      return reply.code(201).send(await addNote(db, request.params.id, request.body.text, act))
    },
  )

  app.post(
    '/api/enquiries/by-staff',
    {
      onRequest: requireEdit,
      schema: {
        tags: TAGS,
        summary: 'Enter what came by telephone or WhatsApp',
        body: StaffEnquiryBody,
        response: { 201: z.object({ id: z.string(), customerId: z.string() }) },
      },
    },
    async (request, reply) => {
      checkReachable(request.body)
      const { id, customerId } = await createEnquiry(db, request.body, { by: getActor(request), at: now() })
      return reply.code(201).send({ id, customerId })
    },
  )
}
