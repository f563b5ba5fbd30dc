import type { FastifyInstance } from 'fastify'
import { CONTACT_FORM_ACTION } from '#contracts/catalogue/service-options.ts'
import { EnquiryBody, EnquiryReply } from '#contracts/enquiry/enquiry.ts'
import { addUnavailable } from '#contracts/enquiry/line-text.ts'
import { HttpProblem } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { toSingleLine } from '#server/kernel/text.ts'
import type { SalesDeps } from '../deps.ts'
import { receiveEnquiry } from './commands.ts'

/** Requests of one network. */
const FORM_RATE_LIMIT = { max: 20, timeWindow: '10 minutes' }

/** Registers the contact form (decision 0012). */
export function enquiryFormRoutes(app: FastifyInstance, deps: SalesDeps): void {
  createRouter(app, { tag: 'enquiries' })(
    'POST /api/enquiries',
    {
      permission: 'public',
      rateLimit: FORM_RATE_LIMIT,
      summary: 'Send an enquiry',
      body: EnquiryBody,
      status: 201,
      reply: EnquiryReply,
    },
    async (request) => {
      const received = await receiveEnquiry(deps, request.body)
      await deps.countEnquiry(request)
      return { ...received, message: 'Thank you for your inquiry!' }
    },
  )
  app.register(async (scope) => plainFormRoute(scope, deps))
}

/**
 * Registers the contact form for browsers without JavaScript: they send it as URL-encoded text and are redirected back to
 * the page. It needs a scope of its own, because no other route may accept that content type.
 */
function plainFormRoute(scope: FastifyInstance, deps: SalesDeps): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  createRouter(scope)(
    `POST ${CONTACT_FORM_ACTION}`,
    { permission: 'public', rateLimit: FORM_RATE_LIMIT },
    async (request, reply) => {
      const form = (request.body ?? {}) as Record<string, string>
      const enquiry = EnquiryBody.safeParse(readPlainForm(form))
      if (!enquiry.success) return reply.redirect('/?enquiry=refused#contact', 303)
      const { reference } = await receivePlainEnquiry(
        deps,
        enquiry.data,
        form.itemNames?.split('\n').map(toSingleLine),
      )
      await deps.countEnquiry(request)
      return reply.redirect(`/?enquiry=sent&reference=${reference}#contact`, 303)
    },
  )
}

/** Returns the fields of the plain form as those of an enquiry: the ids in `item` with a `quantity` are its lines. */
function readPlainForm({ quantity, ...fields }: Record<string, string>) {
  const ids = fields.item?.split(',') ?? []
  const lines = ids.map((item) => ({ item, quantity: Number(quantity) }))
  return quantity && lines.length > 0 ? { ...fields, item: ids[0], lines } : fields
}

/**
 * Stores an enquiry. Items that are no longer offered, which a person without JavaScript cannot remove, are named in the message
 * instead, as in the form with JavaScript: with the names that the page showed, because the present ones are not public.
 */
async function receivePlainEnquiry(
  deps: SalesDeps,
  { lines = [], ...enquiry }: EnquiryBody,
  names: string[] = [],
): Promise<{ reference: string }> {
  try {
    return await receiveEnquiry(deps, { ...enquiry, lines })
  } catch (error) {
    const isGone = (index: number) =>
      error instanceof HttpProblem && error.errors?.some(({ field }) => field === `lines.${index}.item`)
    const gone = lines.flatMap(({ quantity }, index) =>
      isGone(index) ? [{ name: names[index] || 'an item of the catalogue', quantity }] : [],
    )
    if (gone.length === 0) throw error
    const { message } = addUnavailable(enquiry.message, gone)
    return receiveEnquiry(deps, { ...enquiry, message, lines: lines.filter((_, index) => !isGone(index)) })
  }
}
