import { z } from 'zod'

/** An address of this site without its origin, with query. */
const Address = z
  .string()
  .max(4000)
  .refine(
    (url) => url.startsWith('/') && URL.canParse(url, 'http://site.invalid'),
    'must be an address of this site',
  )
const Milliseconds = z.number().min(0)
/** '' for none. A page that is reached inside of the document has that of the document. */
const referrer = z.string().max(4000).default('').meta({ description: 'The page that led to this site' })

/** What the script of the public pages reports (web/site/visitors/count-visit.ts). */
export const VisitEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('page'), url: Address, referrer }),
  z.object({ event: z.literal('change'), url: Address, referrer, from: Address.default('/') }).meta({
    description: 'The search or the filters of the same page changed; `from` is the address before',
  }),
  z.object({ event: z.literal('link'), url: Address, referrer, to: z.string().max(4000) }).meta({
    description: 'A call, a message, or a file that was opened',
  }),
  z.object({ event: z.literal('list'), url: Address, referrer, item: z.string().regex(/^\w{1,40}$/) }).meta({
    description: 'The id of an item that was put on the enquiry list',
  }),
  z.object({
    event: z.literal('speed'),
    url: Address,
    referrer,
    lcp: Milliseconds.optional().meta({ description: 'Largest Contentful Paint' }),
    inp: Milliseconds.optional().meta({ description: 'The slowest interaction' }),
  }),
])
export type VisitEvent = z.infer<typeof VisitEvent>
/** As it is sent. */
export type SentVisitEvent = z.input<typeof VisitEvent>
