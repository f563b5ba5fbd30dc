import { z } from 'zod'

/** An address of this site without its origin, with query. */
const Address = z
  .string()
  .max(4000)
  .refine(
    (url) => url.startsWith('/') && URL.canParse(url, 'http://site.invalid'),
    'must be an address of this site',
  )
const Milliseconds = z.number().min(0).max(600_000)

/** What the script of the public pages reports (web/site/visitors/count-visit.ts). */
export const VisitEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('page'),
    url: Address,
    referrer: z
      .string()
      .max(4000)
      .optional()
      .meta({ description: "The page that led here, '' for none; of the first page in a document only" }),
  }),
  z.object({ event: z.literal('change'), url: Address }).meta({
    description: 'The search or the filters of the same page changed',
  }),
  z.object({
    event: z.literal('link'),
    url: Address,
    to: z.string().max(4000).meta({ description: 'A call, a message, or a file that was opened' }),
  }),
  z.object({
    event: z.literal('list'),
    url: Address,
    item: z.string().max(100).meta({ description: 'The id of an item that was put on the enquiry list' }),
  }),
  z.object({
    event: z.literal('speed'),
    url: Address,
    lcp: Milliseconds.optional().meta({ description: 'Largest Contentful Paint' }),
    inp: Milliseconds.optional().meta({ description: 'The slowest interaction' }),
  }),
])
export type VisitEvent = z.infer<typeof VisitEvent>
