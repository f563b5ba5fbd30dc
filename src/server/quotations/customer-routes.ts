import { z } from 'zod'
import { AnswerBody, Quotation, QuotationIssueDetails } from '#contracts/quotation-record.ts'
import type { Api } from '#server/kernel/api.ts'
import { formatContentDisposition, getContentType } from '#server/kernel/file-formats.ts'
import { getActor } from '#server/kernel/guard.ts'
import { notFound } from '#server/kernel/problem.ts'
import { answerQuestion, createQuotationLink, revokeQuotationLinks } from './customer-contact.ts'
import type { QuotationDeps } from './deps.ts'
import { presentIssue, presentQuotation } from './presenter.ts'

const Params = z.object({ id: z.string().max(100) })

/** Registers what staff do about the customer's page of a quotation. */
export function customerContactRoutes(app: Api, deps: QuotationDeps): void {
  const { db, guard, openFile } = deps
  const requireRead = guard.requires('quotations.read')
  const requireEdit = guard.requires('quotations.edit')

  app.get(
    '/:id/issues/:issueNo',
    {
      onRequest: requireRead,
      schema: {
        summary: 'Get the content of one issue, with what differs from the one before',
        params: Params.extend({ issueNo: z.coerce.number().int() }),
        response: { 200: QuotationIssueDetails },
      },
    },
    ({ params }) => presentIssue(db, params),
  )

  app.post(
    '/:id/links',
    {
      onRequest: requireEdit,
      schema: {
        summary: "Create a link to the customer's page of a quotation that was sent",
        params: Params,
        response: {
          201: z.object({ link: z.string().meta({ description: 'It cannot be read again' }) }),
        },
      },
    },
    async (request, reply) => {
      const secret = await createQuotationLink(deps, { id: request.params.id, by: getActor(request) })
      return reply.code(201).send({ link: `${request.siteOrigin}/q/${secret}` })
    },
  )

  app.delete(
    '/:id/links',
    {
      onRequest: requireEdit,
      schema: {
        summary: 'Revoke all links to a quotation, also those to the status page of its enquiry',
        params: Params,
        response: { 200: z.object({ revoked: z.number().int() }) },
      },
    },
    async (request) => ({
      revoked: await revokeQuotationLinks(deps, { id: request.params.id, by: getActor(request) }),
    }),
  )

  app.post(
    '/:id/answers',
    {
      onRequest: requireEdit,
      schema: {
        summary: "Answer a question of the customer, on the customer's page and by email",
        params: Params,
        body: AnswerBody,
        response: { 200: Quotation },
      },
    },
    async (request) => {
      const { id } = request.params
      const origin = request.siteOrigin
      await answerQuestion(deps, { id, ...request.body, by: getActor(request), origin })
      return presentQuotation(deps, id)
    },
  )

  app.get(
    '/:id/attachments/:attachmentId',
    {
      onRequest: requireRead,
      exposeHeadRoute: false,
      schema: {
        summary: 'Download the purchase order that the customer sent with the acceptance',
        params: Params.extend({ attachmentId: z.string().max(100) }),
        produces: ['application/octet-stream'],
      },
    },
    async ({ params }, reply) => {
      const file = await openFile({ quotationId: params.id, id: params.attachmentId })
      if (!file) throw notFound('File')
      return reply
        .type(getContentType(file.type))
        .header('content-length', file.bytes)
        .header('content-disposition', formatContentDisposition(file.name))
        .send(file.stream)
    },
  )
}
