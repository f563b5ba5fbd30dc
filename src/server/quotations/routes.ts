import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { toBusinessDate } from '#contracts/business-date.ts'
import type { Permission } from '#contracts/permission.ts'
import { CalculatedBody, NewQuotation, QuotationAmounts, QuotationChange } from '#contracts/quotation.ts'
import {
  IssueBody,
  IssuedQuotation,
  Quotation,
  QuotationQuery,
  QuotationSummary,
  ReasonBody,
} from '#contracts/quotation-record.ts'
import { RevisedQuotationSettings } from '#contracts/quotation-settings.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
import {
  approve,
  calculate,
  changeQuotation,
  createQuotation,
  deleteDraft,
  discardRevision,
  refuseApproval,
  requestApproval,
  revise,
  withdraw,
} from './commands.ts'
import { customerContactRoutes } from './customer-routes.ts'
import type { QuotationDocumentDeps } from './documents/deps.ts'
import { documentRoutes } from './documents/routes.ts'
import { editorRoute } from './editors.ts'
import { issueQuotation } from './issue.ts'
import { orderRoutes } from './order-routes.ts'
import { presentQuotation, presentSummaries } from './presenter.ts'
import { quotationReportRoutes, type ReportDeps } from './report-routes.ts'
import { changeSettings, presentSettings } from './settings.ts'
import { listQuotations } from './store-lists.ts'

const Params = z.object({ id: z.string().max(100) })

/** Registers quotations, whose amounts are calculated on the server only (docs/gst.md). */
export async function quotationRoutes(app: Api, deps: ReportDeps & QuotationDocumentDeps): Promise<void> {
  const { db, clock, guard } = deps
  quotationReportRoutes(app, deps)
  documentRoutes(app, deps)
  const requireRead = guard.requires('quotations.read')
  const requireEdit = guard.requires('quotations.edit')

  app.post(
    '/calculate',
    {
      onRequest: requireEdit,
      schema: {
        summary: 'Calculate the taxable amounts, GST and totals of a quotation. Stores nothing',
        body: CalculatedBody,
        response: { 200: QuotationAmounts },
      },
    },
    ({ body }) => calculate(deps, body),
  )

  app.get(
    '',
    {
      onRequest: requireRead,
      schema: {
        summary: 'List quotations; X-Total-Count is the number of matches',
        querystring: QuotationQuery,
        response: { 200: z.array(QuotationSummary) },
      },
    },
    async ({ query }, reply) => {
      const { page, total } = await listQuotations(db, query, toBusinessDate(clock()))
      reply.header('x-total-count', total)
      return presentSummaries(deps, page)
    },
  )

  app.post(
    '',
    {
      onRequest: requireEdit,
      schema: {
        summary: 'Create a draft of a quotation',
        body: NewQuotation,
        response: { 200: Quotation, 201: Quotation },
      },
    },
    async (request, reply) => {
      const { id, isNew } = await createQuotation(deps, request.body, getActor(request))
      return reply.code(isNew ? 201 : 200).send(await presentQuotation(deps, id))
    },
  )

  app.get(
    '/settings',
    {
      onRequest: requireRead,
      schema: { summary: 'Get the settings of quotations', response: { 200: RevisedQuotationSettings } },
    },
    () => presentSettings(deps),
  )

  app.put(
    '/settings',
    {
      onRequest: guard.requires('settings.edit'),
      schema: {
        summary: 'Replace the settings of quotations; 409 when they were changed after the given revision',
        body: RevisedQuotationSettings,
        response: { 200: RevisedQuotationSettings },
      },
    },
    async (request) => {
      await changeSettings(deps, request.body, getActor(request))
      return presentSettings(deps)
    },
  )

  app.get(
    '/:id',
    {
      onRequest: requireRead,
      schema: {
        summary: 'Get a quotation with its issues and events',
        params: Params,
        response: { 200: Quotation },
      },
    },
    ({ params }) => presentQuotation(deps, params.id),
  )

  app.patch(
    '/:id',
    {
      onRequest: requireEdit,
      schema: {
        summary: 'Change a draft; omitted fields stay unchanged',
        params: Params,
        body: QuotationChange,
        response: { 200: Quotation },
      },
    },
    async (request) => {
      const { id } = request.params
      await changeQuotation(deps, { id, change: request.body, by: getActor(request) })
      return presentQuotation(deps, id)
    },
  )

  app.delete(
    '/:id',
    {
      onRequest: requireEdit,
      schema: {
        summary: 'Delete a quotation that was never sent',
        params: Params,
        querystring: z.object({ revision: z.coerce.number().int().optional() }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await deleteDraft(deps, {
        id: request.params.id,
        revision: request.query.revision,
        by: getActor(request),
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/:id/issue',
    {
      onRequest: requireEdit,
      schema: {
        summary: 'Issue a draft: assign its number, freeze its content and send the link to the customer',
        params: Params,
        body: IssueBody,
        response: { 200: IssuedQuotation },
      },
    },
    async (request) => {
      const { id } = request.params
      const { link, isEmailed } = await issueQuotation(deps, {
        id,
        revision: request.body?.revision,
        sendEmail: request.body?.sendEmail ?? true,
        email: request.body?.email,
        by: getActor(request),
        origin: request.siteOrigin,
      })
      const quotation = await presentQuotation(deps, id)
      return { ...quotation, number: quotation.number ?? '', link, isEmailed }
    },
  )

  orderRoutes(app, deps)
  customerContactRoutes(app, deps)
  editorRoute(app, deps)

  const actions = [
    ['request-approval', requestApproval, 'Ask for the approval of the discount', 'quotations.edit'],
    ['approve', approve, 'Approve the discount', 'quotations.approve'],
    ['refuse', refuseApproval, 'Refuse the discount', 'quotations.approve'],
    ['revise', revise, 'Make a draft of what was sent, to send it again as next revision', 'quotations.edit'],
    ['discard-revision', discardRevision, 'Return to what was sent last', 'quotations.edit'],
    ['withdraw', withdraw, 'Withdraw a quotation: nobody can accept it any more', 'quotations.edit'],
  ] as const satisfies [string, typeof revise, string, Permission][]
  for (const [name, run, summary, permission] of actions)
    app.post(
      `/:id/${name}`,
      {
        onRequest: guard.requires(permission),
        schema: { summary, params: Params, body: ReasonBody, response: { 200: Quotation } },
      },
      async (request) => {
        const { id } = request.params
        await run(deps, { id, ...toDecision(request.body), by: getActor(request as FastifyRequest) })
        return presentQuotation(deps, id)
      },
    )
}

const toDecision = (body: z.infer<typeof ReasonBody>) => ({ revision: body?.revision, reason: body?.reason })
