import { z } from 'zod'

/** What the report lists by name, with its labels. */
export const FIGURE_GROUPS = {
  page: 'Pages',
  search: 'Searches',
  source: 'Sources',
  filter: 'Filters',
  document: 'Documents',
  listed: 'Enquiry list',
  contact: 'Contact',
  country: 'Countries',
  device: 'Devices',
} as const
export type FigureGroup = keyof typeof FIGURE_GROUPS
export const FIGURE_GROUP_NAMES = Object.keys(FIGURE_GROUPS) as [FigureGroup, ...FigureGroup[]]

/** The way from a visit to an order. The first four count visits, the others records of the back office. */
export const VISIT_STEPS = {
  visit: 'Visits',
  item: 'Looked at an item',
  list: 'Put an item on the enquiry list',
  enquiry: 'Sent an enquiry',
  quotation: 'Quotations sent',
  order: 'Orders',
} as const
export type VisitStep = keyof typeof VISIT_STEPS
export const VISIT_STEP_NAMES = Object.keys(VISIT_STEPS) as VisitStep[]

const day = z.iso.date('Enter a date such as 2026-11-21.')

export const VisitorQuery = z.object({
  from: day.optional().meta({ description: 'First day (IST); by default 29 days before the last one' }),
  to: day.optional().meta({ description: 'Last day (IST); by default today' }),
})
export type VisitorQuery = z.infer<typeof VisitorQuery>

const Row = z.object({
  name: z.string(),
  label: z.string(),
  path: z.string().nullable().meta({ description: 'Of a page of this site' }),
  visits: z.number().int(),
  count: z.number().int().meta({ description: 'How often, by all visits' }),
  enquiries: z.number().int().meta({ description: 'The visits among them that sent an enquiry' }),
})
export type VisitorRow = z.infer<typeof Row>

const Speed = z.object({
  page: z.string(),
  count: z.number().int().meta({ description: 'Measured first views' }),
  lcp: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'ms, as three of four views have it or less; 0 for more than 10 s' }),
  inp: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'ms, of the slowest interaction of a view; 0 for more than 2 s' }),
})

/** A visit is all that a visitor does on one day (IST). */
export const VisitorReport = z.object({
  from: day,
  to: day,
  steps: z.array(
    z.object({
      step: z.enum(VISIT_STEP_NAMES),
      count: z.number().int(),
      before: z.number().int().meta({ description: 'In the period of the same length before it' }),
    }),
  ),
  days: z.array(z.object({ day, visits: z.number().int(), before: z.number().int() })),
  groups: z.record(z.enum(FIGURE_GROUP_NAMES), z.array(Row)),
  speeds: z.array(Speed),
})
export type VisitorReport = z.infer<typeof VisitorReport>
