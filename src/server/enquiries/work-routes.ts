import { z } from 'zod'
import { Enquiry, StaffMember } from '#contracts/enquiry.ts'
import { EnquiryChange, EnquiryCounts, EnquiryNoteBody, StaffEnquiryBody } from '#contracts/enquiry-work.ts'
import { officeDay } from '#contracts/office-day.ts'
import type { Api } from '#server/kernel/api.ts'
import { timestamp } from '#server/kernel/clock.ts'
import { getActor } from '#server/kernel/guard.ts'
import type { EnquiryParts } from './routes.ts'
import { checkReachable } from './rules.ts'
import { countByStatus } from './store-lists.ts'
import { addNote, changeEnquiry, enterEnquiry } from './store-work.ts'

const TAGS = ['enquiries']
const Key = z.object({ id: z.string().max(100) })

/** What staff do with an enquiry (decision 0014). */
export function workRoutes(app: Api, parts: EnquiryParts): void {
  const { db, clock, guard } = parts
  const reads = guard.requires('enquiries.read')
  const edits = guard.requires('enquiries.edit')
  const now = () => timestamp(clock())

  app.get(
    '/api/enquiries/counts',
    {
      onRequest: reads,
      schema: {
        tags: TAGS,
        summary: 'How many stand where',
        response: { 200: EnquiryCounts },
      },
    },
    async () => countByStatus(db, officeDay(clock())),
  )

  app.get(
    '/api/staff',
    {
      onRequest: reads,
      schema: {
        tags: TAGS,
        summary: 'Who may own an enquiry',
        response: { 200: z.array(StaffMember) },
      },
    },
    async () => parts.listStaff(),
  )

  app.patch(
    '/api/enquiries/:id',
    {
      onRequest: edits,
      schema: {
        tags: TAGS,
        summary: 'Give it another status, owner or next action; 409 when somebody else was quicker',
        params: Key,
        body: EnquiryChange,
        response: { 200: Enquiry },
      },
    },
    async (request) => {
      const act = { by: getActor(request), at: now(), staff: await parts.listStaff() }
      return changeEnquiry(db, request.params.id, request.body, act)
    },
  )

  app.post(
    '/api/enquiries/:id/notes',
    {
      onRequest: edits,
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
      onRequest: edits,
      schema: {
        tags: TAGS,
        summary: 'Enter what came by telephone or WhatsApp',
        body: StaffEnquiryBody,
        response: { 201: z.object({ id: z.string(), customerId: z.string() }) },
      },
    },
    async (request, reply) => {
      checkReachable(request.body)
      const { id, customerId } = await enterEnquiry(db, request.body, { by: getActor(request), at: now() })
      return reply.code(201).send({ id, customerId })
    },
  )
}
