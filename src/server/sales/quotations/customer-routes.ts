import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { HandledBody } from '#contracts/enquiry/today.ts'
import { getMediaType } from '#contracts/files/file-formats.ts'
import { EmailBody } from '#contracts/mail/mail.ts'
import { QuotationIssueDetails } from '#contracts/quotation/record.ts'
import { QUOTATION_DOCUMENT_KINDS } from '#contracts/quotation/states.ts'
import { formatContentDisposition, sendAttachment } from '#server/kernel/files/file-formats.ts'
import { notFound } from '#server/kernel/http/problem.ts'
import { createRouter, Id } from '#server/kernel/http/route.ts'
import { openAttachment } from '../attachments/attachments.ts'
import { readContext } from '../context.ts'
import type { SalesDeps } from '../deps.ts'
import { createQuotationLink, markHandled, revokeQuotationLinks, sendQuotationEmail } from './contact.ts'
import { presentIssue } from './content/presenter.ts'
import { getQuotationDocument } from './documents/get-document.ts'

/** Registers what staff read of and do about what a customer has: issues, documents, links, messages and files. */
export function customerContactRoutes(app: FastifyInstance, deps: SalesDeps): void {
  const route = createRouter(app, { guard: deps.guard, tag: 'quotations' })

  route(
    'GET /api/quotations/:id/issues/:issueNo',
    {
      permission: 'quotations.read',
      summary: 'Get the content of one issue, with what differs from the one before',
      params: z.object({ id: Id, issueNo: z.coerce.number().int() }),
      reply: QuotationIssueDetails,
    },
    ({ params }) => presentIssue(deps.db, params),
  )

  route(
    'GET /api/quotations/:id.pdf',
    {
      permission: 'quotations.read',
      summary:
        'Get the PDF of the last issue, of what was ordered, or of another document; of a draft, a preview. 409 if the quotation has no such document in its state',
      query: z.object({
        issue: z.coerce.number().int().min(1).max(100_000).optional().meta({
          description: 'An earlier issue: 1 is printed as R1',
        }),
        kind: z.enum(QUOTATION_DOCUMENT_KINDS).optional().meta({
          description:
            'By default the quotation; of an accepted one without a stated issue, the order confirmation',
        }),
      }),
      produces: ['application/pdf'],
    },
    async ({ params: { id: quotationId }, query: { issue: issueNo, kind }, siteOrigin: origin }, reply) => {
      const { bytes, fileName } = await getQuotationDocument(deps, { quotationId, issueNo, kind, origin })
      reply
        .type(getMediaType('pdf'))
        .header('cache-control', 'private, no-store')
        .header('content-disposition', formatContentDisposition(fileName, 'inline'))
      return bytes
    },
  )

  route(
    'POST /api/quotations/:id/links',
    {
      permission: 'quotations.edit',
      summary: "Create a link to the customer's page of a quotation that was sent",
      status: 201,
      reply: z.object({ link: z.string().meta({ description: 'It cannot be read again' }) }),
    },
    async ({ actor: by, params: { id }, siteOrigin }) => ({
      link: `${siteOrigin}/q/${await createQuotationLink(await readContext(deps), { id, by })}`,
    }),
  )

  route(
    'DELETE /api/quotations/:id/links',
    {
      permission: 'quotations.edit',
      summary: 'Revoke all links to a quotation, also those to the status page of its enquiry',
      reply: z.object({ revoked: z.number().int() }),
    },
    async ({ actor: by, params: { id } }) => ({
      revoked: await revokeQuotationLinks(await readContext(deps), { id, by }),
    }),
  )

  route(
    'POST /api/quotations/:id/handled',
    {
      permission: 'quotations.edit',
      summary: 'Mark what the customer wrote or decided as done, for example after a call. It leaves Today',
      body: HandledBody,
    },
    async ({ actor: by, params: { id }, body: { since } }) =>
      markHandled(await readContext(deps), { id, since, by }),
  )

  route(
    'POST /api/quotations/:id/emails',
    {
      permission: 'quotations.edit',
      summary: "Send an email to the buyer. It becomes part of the quotation's timeline",
      body: EmailBody,
      status: 202,
      reply: z.object({ to: z.string() }),
    },
    async ({ actor: by, params: { id }, body: email }) =>
      sendQuotationEmail(await readContext(deps), { id, email, by }),
  )

  route(
    'GET /api/quotations/:id/attachments/:attachmentId',
    {
      permission: 'quotations.read',
      summary: 'Download the purchase order that the customer sent with the acceptance',
      produces: ['application/octet-stream'],
    },
    async ({ params: { id: quotationId, attachmentId: id } }, reply) => {
      const file = await openAttachment(deps, { quotationId, id })
      if (!file) throw notFound('File')
      return sendAttachment(reply, file)
    },
  )
}
