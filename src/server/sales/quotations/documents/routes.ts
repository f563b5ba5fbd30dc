import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { getMediaType } from '#contracts/files/file-formats.ts'
import { QUOTATION_DOCUMENT_KINDS } from '#contracts/quotation/states.ts'
import { formatContentDisposition } from '#server/kernel/file-formats.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import type { QuotationDocumentDeps } from './deps.ts'
import { getQuotationDocument } from './get-document.ts'

/** Registers the PDF documents of quotations for staff. */
export function documentRoutes(app: FastifyInstance, deps: QuotationDocumentDeps & { guard: Guard }): void {
  createRouter(app, { guard: deps.guard, tag: 'quotations' })(
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
    async ({ params, query, siteOrigin }, reply) => {
      const { bytes, fileName } = await getQuotationDocument(deps, {
        quotationId: params.id,
        issueNo: query.issue,
        kind: query.kind,
        origin: siteOrigin,
      })
      reply
        .type(getMediaType('pdf'))
        .header('cache-control', 'private, no-store')
        .header('content-disposition', formatContentDisposition(fileName, 'inline'))
      return bytes
    },
  )
}
