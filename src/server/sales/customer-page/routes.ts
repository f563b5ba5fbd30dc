import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { getMediaType } from '#contracts/files/file-formats.ts'
import { formatMoney } from '#contracts/format.ts'
import { formatContentDisposition } from '#server/kernel/files/file-formats.ts'
import { html } from '#server/kernel/html.ts'
import { logServerError, toHttpProblem } from '#server/kernel/http/error-handler.ts'
import { unknownUrl } from '#server/kernel/http/problem.ts'
import { createRouter, type Route } from '#server/kernel/http/route.ts'
import type { FileReceiver } from '../attachments/receive-file.ts'
import { readContext, type SalesContext } from '../context.ts'
import type { PrivacyNotice, SalesDeps } from '../deps.ts'
import { getQuotationDocument } from '../quotations/documents/get-document.ts'
import { getQuotation } from '../quotations/record.ts'
import { getBuyerName, recordVisit } from './commands.ts'
import { addFile, checkRoomForFile, correctContact, type EnquiryTarget } from './enquiry-commands.ts'
import { renderEnquiry } from './enquiry-view.ts'
import {
  Correction,
  FORM_ACTIONS,
  FORMS,
  type FormAction,
  type FormFields,
  findUnsent,
  listErrors,
  readChosen,
  readFields,
  type SentForm,
  withForm,
} from './forms.ts'
import { type Notice, type PrivatePageAssets, renderDocument } from './layout.ts'
import {
  findTarget,
  loadEnquiryView,
  loadQuotationView,
  type PageTarget,
  type QuotationView,
} from './load-view.ts'
import {
  DONE,
  describeErrors,
  describeNewTotal,
  describeObstacle,
  describeProblem,
  describeState,
  ENQUIRY_DONE,
  STAFF_NOTICE,
} from './notices.ts'
import { getQuotationTitle, renderQuotation } from './quotation-view.ts'
import { getVisitor } from './visitor.ts'

/** Nothing may keep or pass on the secret of the address. */
const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}
/** Requests of one network. */
const FORM_RATE_LIMIT = { max: 20, timeWindow: '10 minutes' }
const CALCULATION_RATE_LIMIT = { max: 200, timeWindow: '10 minutes' }
const MAX_FORM_BYTES = 300_000
type QuotationTarget = Extract<PageTarget, { quotationId: string }>
/** Nothing of an address is refused with 400: a wrong one leads nowhere. */
const Params = z.custom<{ secret: string; quotationId?: string; issueNo?: string }>()
const Query = z.custom<{ done?: string; issue?: string; kind?: string }>()

interface PageDeps extends SalesDeps {
  /** Undefined for a server without pages. */
  assets: PrivatePageAssets | undefined
  files: FileReceiver
}

type PageContext = SalesContext & PageDeps & { privacyNotice: PrivacyNotice | undefined }

const readPageContext = async (deps: PageDeps): Promise<PageContext> => ({
  ...deps,
  ...(await readContext(deps)),
  privacyNotice: await deps.readPrivacyNotice(),
})

/** A request about a quotation, or an enquiry. */
interface Exchange<Target = QuotationTarget> {
  context: PageContext
  target: Target
  request: FastifyRequest & { params: z.infer<typeof Params>; query: z.infer<typeof Query> }
  reply: FastifyReply
}

/**
 * Serves the private pages of customers. Reads change nothing but the record of the visit: programs that follow the links of
 * emails trigger no action.
 */
export async function customerPageRoutes(app: FastifyInstance, deps: PageDeps): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(HEADERS)
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.setErrorHandler((error, request, reply) => sendProblemPage(deps, error, { request, reply }))
  const route = createRouter(app)
  for (const address of ['GET /q', 'GET /q/*', 'POST /q', 'POST /q/*'] as const)
    route(address, { permission: 'public' }, leadToPage)
  for (const base of ['/q/:secret', '/q/:secret/quotation/:quotationId']) registerPages(route, deps, base)
  registerEnquiryForms(route, deps)
}

function registerPages(route: Route, deps: PageDeps, base: string): void {
  const page = { permission: 'public', params: Params, query: Query } as const
  const limited = { ...page, config: { acceptsOpaqueOrigin: true } }
  const calculation = { ...limited, rateLimit: CALCULATION_RATE_LIMIT }
  const form = { ...limited, rateLimit: FORM_RATE_LIMIT }
  /** Throws 404 if the address leads to no quotation. */
  const onQuotation = (
    address: `${'GET' | 'POST'} ${string}`,
    options: typeof page,
    handle: (exchange: Exchange) => Promise<FastifyReply | Buffer>,
  ) =>
    route(address, options, async (request, reply) => {
      const target = await findTarget(deps, request.params)
      if (!target || !('quotationId' in target)) throw unknownUrl()
      return handle({ context: await readPageContext(deps), target, request, reply })
    })

  route(`GET ${base}`, page, async (request, reply) => {
    const target = await findTarget(deps, request.params)
    if (!target) return leadToPage(request, reply)
    const context = await readPageContext(deps)
    if ('enquiryId' in target)
      return sendEnquiry(
        { context, target, request, reply },
        { notice: ENQUIRY_DONE.get(request.query.done ?? '') },
      )
    const view = await loadQuotationView(context, target, { origin: request.siteOrigin })
    const exchange = { context, target, request, reply }
    const visitor = await recordCustomerVisit(exchange, 'viewed', view.quotation.issueCount)
    const notices = [visitor === 'staff' ? STAFF_NOTICE : undefined, DONE.get(request.query.done ?? '')]
    return sendView(exchange, { view, notices: [...notices, describeState(view)] })
  })

  onQuotation(`GET ${base}/issues/:issueNo`, page, async (exchange) => {
    const { context, target, request } = exchange
    const issueNo = Number(request.params.issueNo)
    const view = await loadQuotationView(context, target, { origin: request.siteOrigin, issueNo })
    return sendView(exchange, { view, notices: [describeState(view)] })
  })

  // A page that was the reply to a form has the address of the form; opening it again leads back.
  for (const action of ['options', ...FORM_ACTIONS])
    onQuotation(`GET ${base}/${action}`, page, async ({ reply, target }) => reply.redirect(target.base, 303))

  onQuotation(`GET ${base}/document`, calculation, async (exchange) => {
    const { context, target, request, reply } = exchange
    const { issueCount, confirmedAt } = await getQuotation(context.db, target.quotationId)
    const kind = request.query.kind === 'order-confirmation' && confirmedAt ? request.query.kind : 'quotation'
    // Never without an issue: that would be what staff are editing.
    const issueNo = request.query.issue === undefined ? issueCount : Number(request.query.issue)
    const wanted = { quotationId: target.quotationId, issueNo, kind, origin: request.siteOrigin } as const
    const { bytes, fileName } = await getQuotationDocument(context, wanted)
    await recordCustomerVisit(exchange, 'downloaded', issueNo)
    reply.type(getMediaType('pdf')).header('content-disposition', formatContentDisposition(fileName))
    return bytes
  })

  onQuotation(`POST ${base}/options`, calculation, async (exchange) => {
    const fields = readFields(exchange.request)
    const view = await loadTypedView(exchange, { fields })
    if (view.obstacle || Number(fields.issue) !== view.quotation.issueCount) return sendStale(exchange, view)
    return sendView(exchange, { view, notices: [] })
  })

  for (const action of FORM_ACTIONS)
    onQuotation(`POST ${base}/${action}`, form, (exchange) =>
      withForm(exchange.request, deps.files, (sent) => handleForm(exchange, action, sent)),
    )
}

function registerEnquiryForms(route: Route, deps: PageDeps): void {
  const page = { permission: 'public', params: Params, query: Query } as const
  const form = { ...page, config: { acceptsOpaqueOrigin: true }, rateLimit: FORM_RATE_LIMIT }
  /** Throws 404 if the address leads to no enquiry. */
  const onEnquiry = (
    address: `${'GET' | 'POST'} ${string}`,
    options: typeof page,
    handle: (exchange: Exchange<EnquiryTarget>) => Promise<FastifyReply>,
  ) =>
    route(address, options, async (request, reply) => {
      const target = await findTarget(deps, request.params)
      if (!target || !('enquiryId' in target)) throw unknownUrl()
      return handle({ context: await readPageContext(deps), target, request, reply })
    })

  for (const action of ['contact', 'files'] as const) {
    const base = '/q/:secret'
    onEnquiry(`GET ${base}/${action}`, page, async ({ reply, target }) => reply.redirect(target.base, 303))
    onEnquiry(`POST ${base}/${action}`, form, (exchange) => handleEnquiryForm(exchange, action))
  }
}

const ENQUIRY_FORMS = {
  contact: ({ context, target, request }: Exchange<EnquiryTarget>) =>
    correctContact(context, target, Correction.parse(readFields(request))),
  async files({ context, target, request }: Exchange<EnquiryTarget>) {
    await checkRoomForFile(context.db, target.enquiryId)
    await addFile(context, target, await context.files.receiveFile(request))
  },
}

/** Does what a form of the page of an enquiry asks for, and redirects to the page; or shows it with what is wrong. */
async function handleEnquiryForm(
  exchange: Exchange<EnquiryTarget>,
  action: keyof typeof ENQUIRY_FORMS,
): Promise<FastifyReply> {
  const { target, request, reply } = exchange
  try {
    await ENQUIRY_FORMS[action](exchange)
  } catch (error) {
    const problem = toHttpProblem(error)
    const { status, message } = problem
    if (status >= 500 || status === 429) throw error
    const found = problem.errors ?? [{ field: action, message }]
    const errors = Object.fromEntries(found.map(({ field, message }) => [field, message]))
    const typed = action === 'contact' ? readFields(request) : {}
    return sendEnquiry(exchange, { typed, errors, status, notice: describeErrors(errors, action) })
  }
  return reply.redirect(`${target.base}?done=${action}`, 303)
}

/** An address with what was copied along with it from a message, such as a full stop, a bracket or a slash. */
const COPIED_ADDRESS = /^(\/q\/[\w-]{43})[^\w-]+$/

/** Leads from an address that was not copied exactly to the page. Throws 404 for any other one. */
function leadToPage({ url, method }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [, path] = COPIED_ADDRESS.exec(decodeURIComponent(url.split('?')[0]!)) ?? []
  if (!path || method !== 'GET') throw unknownUrl()
  return reply.redirect(path, 303)
}

/** Records the visit of a customer, and returns who visits. */
async function recordCustomerVisit(
  { context, target, request }: Exchange,
  kind: 'viewed' | 'downloaded',
  issueNo: number,
): ReturnType<typeof getVisitor> {
  const visitor = await getVisitor(context.guard, request)
  if (visitor !== 'customer') return visitor
  try {
    await recordVisit(context, target.quotationId, { kind, issueNo })
  } catch (error) {
    // The customer can read the page also while nothing can be written.
    request.log.error({ err: error }, 'a visit was not recorded')
  }
  return visitor
}

/**
 * Does what a form asks for. Redirects to the page, or shows it with what was entered: if that is wrong or not possible, and
 * if the form contained more than was used, which would be lost by a redirect.
 */
async function handleForm(exchange: Exchange, action: FormAction, sent: SentForm): Promise<FastifyReply> {
  const { context, target, reply } = exchange
  const form = FORMS[action].safeParse(sent.fields)
  const isAcceptance = action === 'accept'
  const errors: Record<string, string> = {
    ...(isAcceptance && sent.errors),
    ...(!form.success && listErrors(form.error)),
  }
  const before = await loadTypedView(exchange, { ...sent, errors })
  if (isAcceptance && !before.obstacle && before.choice.body.lines.length === 0)
    errors.options = 'Choose at least one option.'
  if (!form.success || Object.keys(errors).length > 0)
    return sendView(exchange, { view: before, status: 400, notices: [describeErrors(errors, action)] })
  const chosen = readChosen(sent.fields, before.issue.body.lines)
  const buyer = { id: target.quotationId, name: getBuyerName(before.issue) }
  const outcome = await form.data(context, { ...buyer, chosen })
  const view = await loadTypedView(exchange, sent)
  if ('obstacle' in outcome) return sendStale(exchange, view)
  if ('newTotal' in outcome) {
    const total = formatMoney(outcome.newTotal, view.issue.body.currency)
    return sendView(exchange, { view, status: 409, notices: [describeNewTotal(total)] })
  }
  const { name, position } = view.issue.body.buyer ?? {}
  const unsent = findUnsent(sent.fields, action, { name, position })
  if (!unsent && !sent.errors.file)
    return reply.redirect(DONE.has(action) ? `${target.base}?done=${action}` : target.base, 303)
  const present = await loadTypedView(exchange, { ...sent, fields: unsent ?? {} })
  return sendView(exchange, { view: present, notices: [DONE.get(action), describeState(present)] })
}

async function loadTypedView(
  { context, target, request }: Exchange,
  { fields, errors = {} }: { fields: FormFields; errors?: Record<string, string> },
): Promise<QuotationView> {
  const { body } = await getQuotation(context.db, target.quotationId)
  const chosen = readChosen(fields, body.lines)
  return loadQuotationView(context, target, { origin: request.siteOrigin, chosen, typed: fields, errors })
}

function sendView(
  { context: { assets, privacyNotice }, reply }: Exchange,
  { view, notices, status = 200 }: { view: QuotationView; notices: (Notice | undefined)[]; status?: number },
): FastifyReply {
  const document = renderDocument({
    title: getQuotationTitle(view),
    company: view.issue.seller,
    assets,
    privacyNotice,
    notices: notices.filter((notice) => notice !== undefined),
    content: renderQuotation(view),
  })
  return sendHtml(reply, document, status)
}

/** A form that came too late, for an issue that cannot be used any more. */
const sendStale = (exchange: Exchange, view: QuotationView): FastifyReply =>
  sendView(exchange, { view, status: 409, notices: [describeObstacle(view)] })

async function sendEnquiry(
  { context, target, request, reply }: Exchange<EnquiryTarget>,
  {
    notice,
    status = 200,
    ...form
  }: {
    notice: Notice | undefined
    status?: number
    typed?: FormFields
    errors?: Record<string, string>
  },
): Promise<FastifyReply> {
  const { assets, site, privacyNotice } = context
  const view = await loadEnquiryView(context, target, { origin: request.siteOrigin, ...form })
  const title = `Enquiry ${view.enquiry.reference}`
  const notices = notice ? [notice] : []
  const content = renderEnquiry(view)
  const document = renderDocument({ title, company: site.company, assets, privacyNotice, notices, content })
  return sendHtml(reply, document, status)
}

const sendHtml = (reply: FastifyReply, text: string, status: number): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(text)

/** Sends an error as a page. Addresses that lead nowhere, for any reason, get the same one. */
async function sendProblemPage(
  { readSite, readPrivacyNotice, assets }: PageDeps,
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const problem = toHttpProblem(error)
  const { status } = problem
  if (status >= 500) logServerError(error, request)
  const { company } = await readSite()
  const [title, text] = describeProblem(problem)
  const content = html`<section class="panel message-page"><h1>${title}</h1><p>${text}</p><p><a href="/#contact">Enquiry form on our website</a></p></section>`
  reply.headers({ ...(status === 503 && { 'retry-after': '10' }), ...problem.headers })
  const privacyNotice = await readPrivacyNotice()
  return sendHtml(reply, renderDocument({ title, company, assets, privacyNotice, content }), status)
}
