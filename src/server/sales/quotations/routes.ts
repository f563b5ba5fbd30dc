import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Permission } from '#contracts/account/permission.ts'
import { toBusinessDate } from '#contracts/business-date.ts'
import {
  CalculatedBody,
  NewQuotation,
  QuotationAmounts,
  QuotationChange,
} from '#contracts/quotation/quotation.ts'
import {
  AnswerBody,
  ConfirmBody,
  EditorBody,
  IssueBody,
  IssuedQuotation,
  PurchaseOrderBody,
  Quotation,
  QuotationEditors,
  QuotationQuery,
  QuotationSummary,
  ReasonBody,
} from '#contracts/quotation/record.ts'
import { RevisedQuotationSettings } from '#contracts/quotation/settings.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { BaseRevision, createRouter } from '#server/kernel/http/route.ts'
import { readContext, type SalesContext } from '../context.ts'
import type { SalesDeps } from '../deps.ts'
import { answerQuestion } from './contact.ts'
import { calculate } from './content/calculation.ts'
import { presentQuotation, presentSummaries } from './content/presenter.ts'
import { addPurchaseOrder, confirmOrder, DECISIONS } from './decisions.ts'
import { changeQuotation, createQuotation, deleteDraft } from './drafts.ts'
import { reportEditor } from './editors/editors.ts'
import { issueQuotation } from './issue.ts'
import { changeSettings, presentSettings } from './settings/settings.ts'
import { listQuotations } from './store-lists.ts'

/** Registers what staff do with quotations, whose amounts are calculated on the server only (docs/gst.md). */
export function quotationRoutes(app: FastifyInstance, deps: SalesDeps): void {
  const { db, clock, guard } = deps
  const route = createRouter(app, { guard, tag: 'quotations' })

  route(
    'POST /api/quotations/calculate',
    {
      permission: 'quotations.edit',
      summary: 'Calculate the taxable amounts, GST and totals of a quotation. Stores nothing',
      body: CalculatedBody,
      reply: QuotationAmounts,
    },
    async ({ body }) => calculate(await readContext(deps), body),
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
      return { items: await presentSummaries(await readContext(deps), items), total }
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
      const context = await readContext(deps)
      const { id, isNew } = await createQuotation(context, body, actor)
      if (!isNew) reply.code(200)
      return presentQuotation(context, id)
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
    async ({ params: { id } }) => presentQuotation(await readContext(deps), id),
  )

  route(
    'DELETE /api/quotations/:id',
    {
      permission: 'quotations.edit',
      summary: 'Delete a quotation that was never sent',
      query: BaseRevision,
    },
    async ({ actor: by, params: { id }, query: { revision } }) =>
      deleteDraft(await readContext(deps), { id, revision, by }),
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
      const context = await readContext(deps)
      const { revision, sendEmail = true, email } = body ?? {}
      const { link, isEmailed } = await issueQuotation(context, {
        id,
        revision,
        sendEmail,
        email,
        by,
        origin,
      })
      const quotation = await presentQuotation(context, id)
      return { ...quotation, number: quotation.number ?? '', link, isEmailed }
    },
  )

  route(
    'PUT /api/quotations/:id/editor',
    {
      permission: 'quotations.edit',
      summary: 'Report that the quotation is open in an editor, and get the others who have it open',
      body: EditorBody,
      reply: QuotationEditors,
    },
    ({ actor, params: { id }, body }) => reportEditor(deps, { id, tab: body?.tab ?? '', actor }),
  )

  /** Registers an action, whose reply is the changed quotation. */
  function action<Body extends z.ZodType>(
    address: `${'PATCH' | 'POST'} /api/quotations/:id${string}`,
    summary: string,
    body: Body,
    run: (
      context: SalesContext,
      request: { id: string; by: Actor; body: z.output<Body>; origin: string },
    ) => Promise<void>,
    permission: Permission = 'quotations.edit',
  ): void {
    route(
      address,
      { permission, summary, body, reply: Quotation },
      async ({ actor: by, params, body, siteOrigin: origin }) => {
        const context = await readContext(deps)
        const { id } = params as { id: string }
        await run(context, { id, by, body, origin })
        return presentQuotation(context, id)
      },
    )
  }

  action(
    'PATCH /api/quotations/:id',
    'Change a draft; omitted fields stay unchanged',
    QuotationChange,
    (context, { id, by, body: change }) => changeQuotation(context, { id, change, by }),
  )
  action(
    'POST /api/quotations/:id/confirm',
    'Record that the order was confirmed, and tell the buyer by email, with a message if there is one',
    ConfirmBody,
    (context, { body, ...request }) =>
      confirmOrder(context, { ...request, revision: body?.revision, reason: body?.message ?? '' }),
  )
  action(
    'POST /api/quotations/:id/purchase-order',
    'Add the number or the file of the purchase order to an accepted quotation, each once',
    PurchaseOrderBody,
    (context, { id, by, body }) => addPurchaseOrder(context, { ...body, id, by }),
  )
  action(
    'POST /api/quotations/:id/answers',
    "Answer a question of the customer, on the customer's page and by email",
    AnswerBody,
    (context, { body, ...request }) => answerQuestion(context, { ...body, ...request }),
  )

  const decisions = [
    ['request-approval', 'Ask for the approval of the discount', 'quotations.edit'],
    ['approve', 'Approve the discount', 'quotations.approve'],
    ['refuse', 'Refuse the discount', 'quotations.approve'],
    ['revise', 'Make a draft of what was sent, to send it again as next revision', 'quotations.edit'],
    ['discard-revision', 'Return to what was sent last', 'quotations.edit'],
    ['withdraw', 'Withdraw a quotation: nobody can accept it any more', 'quotations.edit'],
  ] as const
  for (const [name, summary, permission] of decisions)
    action(
      `POST /api/quotations/:id/${name}`,
      summary,
      ReasonBody,
      (context, { id, by, body }) => DECISIONS[name](context, { ...body, id, by }),
      permission,
    )
}
