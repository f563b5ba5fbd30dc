import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AnswerBody, Quotation, QuotationIssueDetails } from '#contracts/quotation/record.ts'
import { sendAttachment } from '#server/kernel/file-formats.ts'
import { notFound } from '#server/kernel/http/problem.ts'
import { createRouter, Id } from '#server/kernel/http/route.ts'
import { presentIssue, presentQuotation } from './content/presenter.ts'
import { answerQuestion, createQuotationLink, revokeQuotationLinks } from './customer-contact.ts'
import type { QuotationDeps } from './deps.ts'

/** Registers what staff do about the customer's page of a quotation. */
export function customerContactRoutes(app: FastifyInstance, deps: QuotationDeps): void {
  const { db, guard, openFile } = deps
  const route = createRouter(app, { guard, tag: 'quotations' })

  route(
    'GET /api/quotations/:id/issues/:issueNo',
    {
      permission: 'quotations.read',
      summary: 'Get the content of one issue, with what differs from the one before',
      params: z.object({ id: Id, issueNo: z.coerce.number().int() }),
      reply: QuotationIssueDetails,
    },
    ({ params }) => presentIssue(db, params),
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
      link: `${siteOrigin}/q/${await createQuotationLink(deps, { id, by })}`,
    }),
  )

  route(
    'DELETE /api/quotations/:id/links',
    {
      permission: 'quotations.edit',
      summary: 'Revoke all links to a quotation, also those to the status page of its enquiry',
      reply: z.object({ revoked: z.number().int() }),
    },
    async ({ actor: by, params: { id } }) => ({ revoked: await revokeQuotationLinks(deps, { id, by }) }),
  )

  route(
    'POST /api/quotations/:id/answers',
    {
      permission: 'quotations.edit',
      summary: "Answer a question of the customer, on the customer's page and by email",
      body: AnswerBody,
      reply: Quotation,
    },
    async ({ actor: by, params: { id }, body, siteOrigin: origin }) => {
      await answerQuestion(deps, { id, ...body, by, origin })
      return presentQuotation(deps, id)
    },
  )

  route(
    'GET /api/quotations/:id/attachments/:attachmentId',
    {
      permission: 'quotations.read',
      summary: 'Download the purchase order that the customer sent with the acceptance',
      produces: ['application/octet-stream'],
    },
    async ({ params }, reply) => {
      const file = await openFile({ quotationId: params.id, id: params.attachmentId })
      if (!file) throw notFound('File')
      return sendAttachment(reply, file)
    },
  )
}
