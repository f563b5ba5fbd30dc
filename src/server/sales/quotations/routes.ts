import type { FastifyInstance } from 'fastify'
import { toBusinessDate } from '#contracts/business-date.ts'
import {
  CalculatedBody,
  NewQuotation,
  QuotationAmounts,
  QuotationChange,
} from '#contracts/quotation/quotation.ts'
import {
  IssueBody,
  IssuedQuotation,
  Quotation,
  QuotationQuery,
  QuotationSummary,
  ReasonBody,
} from '#contracts/quotation/record.ts'
import { RevisedQuotationSettings } from '#contracts/quotation/settings.ts'
import { BaseRevision, createRouter } from '#server/kernel/http/route.ts'
import { quotationReportRoutes, type ReportDeps } from '../reports/report-routes.ts'
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
import { presentQuotation, presentSummaries } from './content/presenter.ts'
import { customerContactRoutes } from './customer-routes.ts'
import type { QuotationDocumentDeps } from './documents/deps.ts'
import { documentRoutes } from './documents/routes.ts'
import { editorRoute } from './editors/editors.ts'
import { issueQuotation } from './issue.ts'
import { orderRoutes } from './orders/order-routes.ts'
import { changeSettings, presentSettings } from './settings/settings.ts'
import { listQuotations } from './store-lists.ts'

/** Registers quotations, whose amounts are calculated on the server only (docs/gst.md). */
export async function quotationRoutes(
  app: FastifyInstance,
  deps: ReportDeps & QuotationDocumentDeps,
): Promise<void> {
  const { db, clock, guard } = deps
  const route = createRouter(app, { guard, tag: 'quotations' })
  quotationReportRoutes(app, deps)
  documentRoutes(app, deps)

  route(
    'POST /api/quotations/calculate',
    {
      permission: 'quotations.edit',
      summary: 'Calculate the taxable amounts, GST and totals of a quotation. Stores nothing',
      body: CalculatedBody,
      reply: QuotationAmounts,
    },
    ({ body }) => calculate(deps, body),
  )

  route(
    'GET /api/quotations',
    {
      permission: 'quotations.read',
      summary: 'List quotations; X-Total-Count is the number of matches',
      query: QuotationQuery,
      page: QuotationSummary,
    },
    async ({ query }) => {
      const { items, total } = await listQuotations(db, query, toBusinessDate(clock()))
      return { items: await presentSummaries(deps, items), total }
    },
  )

  route(
    'POST /api/quotations',
    {
      permission: 'quotations.edit',
      summary: 'Create a draft of a quotation',
      body: NewQuotation,
      status: [201, 200],
      reply: Quotation,
    },
    async ({ actor, body }, reply) => {
      const { id, isNew } = await createQuotation(deps, body, actor)
      if (!isNew) reply.code(200)
      return presentQuotation(deps, id)
    },
  )

  route(
    'GET /api/quotations/settings',
    {
      permission: 'quotations.read',
      summary: 'Get the settings of quotations',
      reply: RevisedQuotationSettings,
    },
    () => presentSettings(deps),
  )

  route(
    'PUT /api/quotations/settings',
    {
      permission: 'settings.edit',
      summary: 'Replace the settings of quotations; 409 when they were changed after the given revision',
      body: RevisedQuotationSettings,
      reply: RevisedQuotationSettings,
    },
    async ({ actor, body }) => {
      await changeSettings(deps, body, actor)
      return presentSettings(deps)
    },
  )

  route(
    'GET /api/quotations/:id',
    {
      permission: 'quotations.read',
      summary: 'Get a quotation with its issues and events',
      reply: Quotation,
    },
    ({ params: { id } }) => presentQuotation(deps, id),
  )

  route(
    'PATCH /api/quotations/:id',
    {
      permission: 'quotations.edit',
      summary: 'Change a draft; omitted fields stay unchanged',
      body: QuotationChange,
      reply: Quotation,
    },
    async ({ actor: by, params: { id }, body: change }) => {
      await changeQuotation(deps, { id, change, by })
      return presentQuotation(deps, id)
    },
  )

  route(
    'DELETE /api/quotations/:id',
    {
      permission: 'quotations.edit',
      summary: 'Delete a quotation that was never sent',
      query: BaseRevision,
    },
    ({ actor: by, params: { id }, query: { revision } }) => deleteDraft(deps, { id, revision, by }),
  )

  route(
    'POST /api/quotations/:id/issue',
    {
      permission: 'quotations.edit',
      summary: 'Issue a draft: assign its number, freeze its content and send the link to the customer',
      body: IssueBody,
      reply: IssuedQuotation,
    },
    async ({ actor: by, params: { id }, body, siteOrigin: origin }) => {
      const { revision, sendEmail = true, email } = body ?? {}
      const { link, isEmailed } = await issueQuotation(deps, { id, revision, sendEmail, email, by, origin })
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
  ] as const
  for (const [name, run, summary, permission] of actions)
    route(
      `POST /api/quotations/:id/${name}`,
      { permission, summary, body: ReasonBody, reply: Quotation },
      async ({ actor: by, params: { id }, body }) => {
        await run(deps, { id, revision: body?.revision, reason: body?.reason, by })
        return presentQuotation(deps, id)
      },
    )
}
