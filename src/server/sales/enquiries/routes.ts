import type { FastifyInstance } from 'fastify'
import { CONTACT_FORM_ACTION } from '#contracts/catalogue/service-options.ts'
import { EnquiryBody, EnquiryReply } from '#contracts/enquiry/enquiry.ts'
import { HttpProblem } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
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
    async ({ body }) => ({ ...(await receiveEnquiry(deps, body)), message: 'Thank you for your inquiry!' }),
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
    async ({ body }, reply) => {
      const enquiry = EnquiryBody.safeParse(readPlainForm(body as Record<string, string> | null))
      if (!enquiry.success) return reply.redirect('/?enquiry=refused#contact', 303)
      const { reference } = await receivePlainEnquiry(deps, enquiry.data)
      return reply.redirect(`/?enquiry=sent&reference=${reference}#contact`, 303)
    },
  )
}

/** Returns the fields of the plain form as those of an enquiry: the ids in `item` with a `quantity` are its lines. */
function readPlainForm(form: Record<string, string> | null) {
  const { quantity, ...fields } = form ?? {}
  const ids = fields.item?.split(',') ?? []
  const lines = ids.map((item) => ({ item, quantity: Number(quantity) }))
  return quantity && lines.length > 0 ? { ...fields, item: ids[0], lines } : fields
}

/**
 * Stores an enquiry without its line when the item is not offered, because a person without JavaScript cannot remove it.
 * Without a message it has the id instead: the name of an item that was withdrawn is not public.
 */
async function receivePlainEnquiry(
  deps: SalesDeps,
  { lines, ...enquiry }: EnquiryBody,
): Promise<{ reference: string }> {
  try {
    return await receiveEnquiry(deps, { ...enquiry, lines })
  } catch (error) {
    if (!lines || !(error instanceof HttpProblem) || error.status !== 400) throw error
    const asked = `No longer available, but asked for: ${lines.map(({ item }) => item).join(', ')}`
    return receiveEnquiry(deps, { ...enquiry, message: enquiry.message || asked })
  }
}
