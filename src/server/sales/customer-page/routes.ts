import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ENQUIRY_LIMITS, MAX_ATTACHMENT_SIZE } from '#contracts/enquiry/form-limits.ts'
import { getMediaType } from '#contracts/files/file-formats.ts'
import { formatMoney } from '#contracts/format.ts'
import { formatContentDisposition } from '#server/kernel/file-formats.ts'
import { html } from '#server/kernel/html.ts'
import { logServerError, toHttpProblem } from '#server/kernel/http/error-handler.ts'
import { createUploadLimit, type UploadedFile, withMultipartForm } from '#server/kernel/http/multipart.ts'
import { HttpProblem, unknownUrl, unsupportedMediaType } from '#server/kernel/http/problem.ts'
import { createRouter, type Route } from '#server/kernel/http/route.ts'
import { getQuotation } from '../quotations/commands.ts'
import { getQuotationDocument } from '../quotations/documents/get-document.ts'
import { accept, ask, decline, type Outcome, recordVisit, requestRenewal } from './commands.ts'
import type { CustomerPageDeps } from './deps.ts'
import { type EnquiryView, renderEnquiry } from './enquiry-view.ts'
import {
  AcceptanceForm,
  DeclineForm,
  type FormAction,
  type FormFields,
  findUnsent,
  listErrors,
  QuestionForm,
  RenewalForm,
  readChosen,
} from './forms.ts'
import { type Notice, renderDocument } from './layout.ts'
import { findTarget, loadEnquiryView, loadQuotationView, type PageTarget } from './load-view.ts'
import { describeObstacle } from './obstacle.ts'
import { getQuotationTitle, renderQuotation } from './quotation-view.ts'
import type { QuotationView } from './quotation-view-data.ts'
import { describeState } from './state-notice.ts'
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
const FILE_RULES = {
  field: 'file',
  unnamed: 'The file',
  maxFiles: 1,
  tooMany: 'Please attach one file only.',
  maxBytes: ENQUIRY_LIMITS.attachmentBytes,
  describeTooLarge: (name: string) =>
    `${name} is larger than ${MAX_ATTACHMENT_SIZE}. Please go back and attach a smaller file.`,
  // All options of the largest quotation can be chosen.
  maxFields: 600,
}
/** What the page says after an action, by the query parameter with which it redirects. */
const DONE: ReadonlyMap<string, Notice> = new Map([
  [
    'question',
    {
      kind: 'done',
      title: 'Your question was sent.',
      text: 'We will answer on this page, and by email if you gave us an address.',
      link: { href: '#questions', label: 'Questions and answers' },
    },
  ],
  ['renewal', { kind: 'done', title: 'Your request was sent.', text: 'We will prepare a new quotation.' }],
])

/** The parts of the page with the fields of each action. */
const FORM_PARTS = {
  accept: '#accept',
  decline: '#decline',
  question: '#questions',
  renewal: '#renewal',
} as const satisfies Record<FormAction, string>

const STAFF_NOTICE: Notice = {
  kind: 'info',
  title: 'You are signed in as staff: your visit is not recorded.',
  text: 'What you send from this page counts as sent by the customer.',
}

type QuotationTarget = Extract<PageTarget, { quotationId: string }>
/** Nothing of an address is refused with 400: a wrong one leads nowhere. */
const Params = z.custom<{ secret: string; quotationId?: string; issueNo?: string }>()
const Query = z.custom<{ done?: string; issue?: string; kind?: string }>()
type PageRequest = FastifyRequest & { params: z.infer<typeof Params> }

/**
 * Serves the private pages of customers. Reads change nothing but the record of the visit: programs that follow the links of
 * emails trigger no action.
 */
export async function customerPageRoutes(app: FastifyInstance, deps: CustomerPageDeps): Promise<void> {
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
  for (const base of ['/q/:secret', '/q/:secret/quotation/:quotationId']) quotationRoutes(route, deps, base)
}

function quotationRoutes(route: Route, deps: CustomerPageDeps, base: string): void {
  const page = { permission: 'public', params: Params, query: Query } as const
  const limited = { ...page, config: { acceptsOpaqueOrigin: true } }
  const calculation = { ...limited, rateLimit: CALCULATION_RATE_LIMIT }
  const form = { ...limited, rateLimit: FORM_RATE_LIMIT }

  route(`GET ${base}`, page, async (request, reply) => {
    const target = await findTarget(deps, request.params)
    if (!target) return leadToPage(request, reply)
    if ('enquiryId' in target) return sendEnquiry(deps, reply, await loadEnquiryView(deps, target))
    const view = await loadQuotationView(deps, target, { origin: request.siteOrigin })
    const visit = { target, kind: 'viewed' as const, issueNo: view.quotation.issueCount }
    const visitor = await recordCustomerVisit(deps, request, visit)
    const notices = [
      visitor === 'staff' ? STAFF_NOTICE : undefined,
      DONE.get(request.query.done ?? ''),
      describeState(view),
    ]
    return sendView(deps, reply, { view, notices })
  })

  route(`GET ${base}/issues/:issueNo`, page, async (request, reply) => {
    const target = await findQuotation(deps, request)
    const issueNo = Number(request.params.issueNo)
    const view = await loadQuotationView(deps, target, { origin: request.siteOrigin, issueNo })
    return sendView(deps, reply, { view, notices: [describeState(view)] })
  })

  // A page that was the reply to a form has the address of the form; opening it again leads back.
  for (const action of ['options', 'accept', 'decline', 'question', 'renewal'])
    route(`GET ${base}/${action}`, page, async (request, reply) =>
      reply.redirect((await findQuotation(deps, request)).base, 303),
    )

  route(`GET ${base}/document`, calculation, async (request, reply) => {
    const target = await findQuotation(deps, request)
    const { issueCount, confirmedAt } = await getQuotation(deps.db, target.quotationId)
    const kind = request.query.kind === 'order-confirmation' && confirmedAt ? request.query.kind : 'quotation'
    // Never without an issue: that would be what staff are editing.
    const issueNo = request.query.issue === undefined ? issueCount : Number(request.query.issue)
    const { bytes, fileName } = await getQuotationDocument(deps, {
      ...target,
      issueNo,
      kind,
      origin: request.siteOrigin,
    })
    await recordCustomerVisit(deps, request, { target, kind: 'downloaded', issueNo })
    reply.type(getMediaType('pdf')).header('content-disposition', formatContentDisposition(fileName))
    return bytes
  })

  route(`POST ${base}/options`, calculation, async (request, reply) => {
    const target = await findQuotation(deps, request)
    const fields = readFields(request)
    const view = await loadTypedView(deps, { target, request, fields })
    if (view.obstacle || Number(fields.issue) !== view.quotation.issueCount)
      return sendStale(deps, reply, view)
    return sendView(deps, reply, { view, notices: [] })
  })

  route(`POST ${base}/accept`, form, async (request, reply) => {
    const target = await findQuotation(deps, request)
    return withForm(request, deps, async (sent) => {
      const form = AcceptanceForm.safeParse(sent.fields)
      const errors: Record<string, string> = {
        ...sent.errors,
        ...(!form.success && listErrors(form.error)),
      }
      const view = await loadTypedView(deps, { target, request, ...sent, errors })
      if (!view.obstacle && view.choice.body.lines.length === 0)
        errors.options = 'Please choose at least one of the options.'
      if (!form.success || errors.file || errors.options)
        return sendInvalid(deps, reply, { view, action: 'accept' })
      const { issue: issueNo, total: shownTotal, fileId, ...given } = form.data
      const chosen = readChosen(sent.fields, view.issue.body.lines)
      const acceptance = { ...given, id: target.quotationId, issueNo, chosen, fileId, shownTotal }
      const outcome = await accept(deps, acceptance)
      return sendOutcome(deps, reply, { outcome, action: 'accept', target, request, sent })
    })
  })

  route(`POST ${base}/decline`, form, async (request, reply) => {
    const target = await findQuotation(deps, request)
    return withForm(request, deps, async (sent) => {
      const form = DeclineForm.safeParse(sent.fields)
      const errors = form.success ? {} : listErrors(form.error)
      const view = await loadTypedView(deps, { target, request, ...sent, errors })
      if (!form.success) return sendInvalid(deps, reply, { view, action: 'decline' })
      const { issue: issueNo, ...given } = form.data
      const outcome = await decline(deps, { ...given, id: target.quotationId, issueNo, name: getBuyer(view) })
      return sendOutcome(deps, reply, { outcome, action: 'decline', target, request, sent })
    })
  })

  const messages = [
    ['question', QuestionForm, ask],
    ['renewal', RenewalForm, requestRenewal],
  ] as const
  for (const [action, schema, run] of messages)
    route(`POST ${base}/${action}`, form, async (request, reply) => {
      const target = await findQuotation(deps, request)
      return withForm(request, deps, async (sent) => {
        const form = schema.safeParse(sent.fields)
        const errors = form.success ? {} : listErrors(form.error)
        const view = await loadTypedView(deps, { target, request, ...sent, errors })
        if (!form.success) return sendInvalid(deps, reply, { view, action })
        const { text } = form.data
        const outcome = await run(deps, { id: target.quotationId, name: getBuyer(view), text })
        return sendOutcome(deps, reply, { outcome, action, target, request, sent })
      })
    })
}

/** An address with what was copied along with it from a message, such as a full stop, a bracket or a slash. */
const COPIED_ADDRESS = /^(\/q\/[\w-]{43})[^\w-]+$/

/** Leads from an address that was not copied exactly to the page. Throws 404 for any other one. */
function leadToPage({ url, method }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [, path] = COPIED_ADDRESS.exec(decodeURIComponent(url.split('?')[0]!)) ?? []
  if (!path || method !== 'GET') throw unknownUrl()
  return reply.redirect(path, 303)
}

const getBuyer = ({ issue: { body } }: QuotationView): string =>
  body.buyer?.name || body.buyer?.company || 'Customer'

/** Throws 404 if the address leads to no quotation. */
async function findQuotation(deps: CustomerPageDeps, { params }: PageRequest): Promise<QuotationTarget> {
  const target = await findTarget(deps, params)
  if (!target || !('quotationId' in target)) throw unknownUrl()
  return target
}

/** Records the visit of a customer, and returns who visits. */
async function recordCustomerVisit(
  deps: CustomerPageDeps,
  request: PageRequest,
  { target, ...visit }: { target: QuotationTarget; kind: 'viewed' | 'downloaded'; issueNo: number },
): Promise<Awaited<ReturnType<typeof getVisitor>>> {
  const visitor = await getVisitor(deps.guard, request)
  if (visitor !== 'customer') return visitor
  try {
    await recordVisit(deps, target.quotationId, visit)
  } catch (error) {
    // The customer can read the page also while nothing can be written.
    request.log.error({ err: error }, 'a visit was not recorded')
  }
  return visitor
}

/** Returns the fields of a form that was not sent as multipart. */
function readFields(request: FastifyRequest): FormFields {
  const { body } = request
  if (request.headers['content-type']?.startsWith('application/json'))
    throw unsupportedMediaType('Send a form.')
  return (body ?? {}) as FormFields
}

interface SentForm {
  fields: FormFields
  /** Why the file was not stored. */
  errors: Record<string, string>
}

const limitUploads = createUploadLimit()

/** Reads a form. A file of it is stored, so that it stays attached while something else is corrected or asked. */
function withForm<Result>(
  request: FastifyRequest,
  { tmpDir, storeFile }: CustomerPageDeps,
  handle: (sent: SentForm) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) return handle({ fields: readFields(request), errors: {} })
  return limitUploads(() =>
    withMultipartForm(
      request,
      tmpDir,
      async ({ fields, files: [file] }) =>
        handle(file ? await storeSentFile(storeFile, fields, file) : { fields, errors: {} }),
      FILE_RULES,
    ),
  )
}

async function storeSentFile(
  storeFile: CustomerPageDeps['storeFile'],
  fields: FormFields,
  file: UploadedFile,
): Promise<SentForm> {
  try {
    const { id: fileId, name: fileName } = await storeFile(file)
    return { fields: { ...fields, fileId, fileName }, errors: {} }
  } catch (error) {
    if (!(error instanceof HttpProblem) || error.status >= 500) throw error
    return { fields, errors: { file: error.message } }
  }
}

async function loadTypedView(
  deps: CustomerPageDeps,
  {
    target,
    request,
    fields,
    errors = {},
  }: {
    target: QuotationTarget
    request: FastifyRequest
    fields: FormFields
    errors?: Record<string, string>
  },
): Promise<QuotationView> {
  const { body } = await getQuotation(deps.db, target.quotationId)
  const chosen = readChosen(fields, body.lines)
  return loadQuotationView(deps, target, { origin: request.siteOrigin, chosen, typed: fields, errors })
}

function sendView(
  { assets }: CustomerPageDeps,
  reply: FastifyReply,
  { view, notices, status = 200 }: { view: QuotationView; notices: (Notice | undefined)[]; status?: number },
): FastifyReply {
  const document = renderDocument({
    title: getQuotationTitle(view),
    company: view.issue.seller,
    assets,
    notices: notices.filter((notice) => notice !== undefined),
    content: renderQuotation(view),
  })
  return sendHtml(reply, document, status)
}

async function sendEnquiry(
  { assets, readSite }: CustomerPageDeps,
  reply: FastifyReply,
  view: EnquiryView,
): Promise<FastifyReply> {
  const { company } = await readSite()
  const title = `Enquiry ${view.enquiry.reference}`
  return sendHtml(reply, renderDocument({ title, company, assets, content: renderEnquiry(view) }), 200)
}

const sendHtml = (reply: FastifyReply, text: string, status: number): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(text)

const sendInvalid = (
  deps: CustomerPageDeps,
  reply: FastifyReply,
  { view, action }: { view: QuotationView; action: FormAction },
): FastifyReply =>
  sendView(deps, reply, {
    view,
    status: 400,
    notices: [
      {
        kind: 'error',
        title: 'Nothing was sent yet.',
        text: Object.values(view.errors).join(' '),
        link: { href: view.errors.options ? '#options' : FORM_PARTS[action], label: 'Correct it' },
      },
    ],
  })

/** A form that came too late, for an issue that cannot be used any more. */
function sendStale(deps: CustomerPageDeps, reply: FastifyReply, view: QuotationView): FastifyReply {
  const { quotation, obstacle = 'superseded' } = view
  const text = describeObstacle(obstacle, quotation)
  return sendView(deps, reply, {
    view,
    status: 409,
    notices: [{ kind: 'error', title: 'Nothing was changed.', text }],
  })
}

/**
 * Redirects to the page after an action, or shows the page with what was entered: if the action was not possible, and if the
 * form contained more than it used, which would be lost by a redirect.
 */
async function sendOutcome(
  deps: CustomerPageDeps,
  reply: FastifyReply,
  {
    outcome,
    action,
    target,
    request,
    sent,
  }: {
    outcome: Outcome
    action: FormAction
    target: QuotationTarget
    request: FastifyRequest
    sent: SentForm
  },
): Promise<FastifyReply> {
  const load = (fields: FormFields) => loadTypedView(deps, { target, request, ...sent, fields })
  const view = await load(sent.fields)
  if ('obstacle' in outcome) return sendStale(deps, reply, view)
  if ('newTotal' in outcome) return sendNewTotal(deps, reply, { view, newTotal: outcome.newTotal })
  const { name, position } = view.issue.body.buyer ?? {}
  const unsent = findUnsent(sent.fields, action, { name, position })
  if (!unsent && !sent.errors.file)
    return reply.redirect(DONE.has(action) ? `${target.base}?done=${action}` : target.base, 303)
  const present = await load(unsent ?? {})
  return sendView(deps, reply, { view: present, notices: [DONE.get(action), describeState(present)] })
}

function sendNewTotal(
  deps: CustomerPageDeps,
  reply: FastifyReply,
  { view, newTotal }: { view: QuotationView; newTotal: number },
): FastifyReply {
  const total = formatMoney(newTotal, view.issue.body.currency)
  return sendView(deps, reply, {
    view,
    status: 409,
    notices: [
      {
        kind: 'error',
        title: `Please check the total: it is now ${total}.`,
        text: 'You chose other options than those of the total that you saw. Nothing was ordered yet: press Accept again if this is right.',
        link: { href: FORM_PARTS.accept, label: 'Go to Accept' },
      },
    ],
  })
}

/** Sends an error as a page. Addresses that lead nowhere, for any reason, get the same one. */
async function sendProblemPage(
  deps: CustomerPageDeps,
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const problem = toHttpProblem(error)
  const { status } = problem
  if (status >= 500) logServerError(error, request)
  const { company } = await deps.readSite()
  const [title, text] = describeProblem(problem)
  const content = html`<section class="panel message-page"><h1>${title}</h1><p>${text}</p></section>`
  reply.headers({ ...(status === 503 && { 'retry-after': '10' }), ...problem.headers })
  return sendHtml(reply, renderDocument({ title, company, assets: deps.assets, content }), status)
}

function describeProblem({ status, message }: HttpProblem): [title: string, text: string] {
  if (status === 404)
    return [
      'This link does not work',
      'It is not complete, or it is not valid any more. Please open the newest message from us, or call or write to us for a new link.',
    ]
  if (status >= 500) return ['Something went wrong on our side', message]
  return ['This was not possible', `${message} Go back in your browser: what you entered is still there.`]
}
