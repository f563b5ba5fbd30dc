import { z } from 'zod'
import { REPORT_GROUPS, REPORT_OUTCOMES, type ReportOutcome } from './report-outcomes.ts'

const day = z.iso.date('Enter a date such as 2026-11-21.')

/** The quotations of a report are those whose first issue was in this period. */
export const QuotationReportQuery = z.object({
  from: day.optional().meta({ description: 'First day (IST); by default the first of the financial year' }),
  to: day.optional().meta({ description: 'Last day (IST); by default today' }),
  by: z.enum(REPORT_GROUPS).default('month'),
})
export type QuotationReportQuery = z.infer<typeof QuotationReportQuery>

const Figure = z.object({
  count: z.number().int(),
  total: z.number().meta({ description: 'Rupees with tax; of a product: the taxable value of its lines' }),
})
export type ReportFigure = z.infer<typeof Figure>

const figures = Object.fromEntries(REPORT_OUTCOMES.map((outcome) => [outcome, Figure])) as Record<
  ReportOutcome,
  typeof Figure
>

/** The figures of one month, product, owner or reason. Quoted are all of them; the others add up to it. */
const ReportRow = z.object({
  key: z.string(),
  label: z.string(),
  filter: z
    .record(z.string(), z.string())
    .nullable()
    .meta({ description: 'The parameters of the list of quotations that has these; null if there is none' }),
  ...figures,
})
export type ReportRow = z.infer<typeof ReportRow>

const Duration = z.object({
  medianHours: z.number().nullable().meta({ description: 'null if there is none' }),
  count: z.number().int(),
})

export const QuotationReport = z.object({
  from: day,
  to: day,
  by: z.enum(REPORT_GROUPS),
  rows: z.array(ReportRow),
  total: ReportRow,
  firstReply: Duration.meta({
    description:
      'From the receipt of an enquiry in this period to the first note, change, email or quotation',
  }),
  firstQuotation: Duration.meta({ description: 'From the receipt of an enquiry to its first quotation' }),
  forecast: z
    .array(
      z.object({
        month: z.string().meta({ description: "'2026-12'" }),
        count: z.number().int(),
        total: z.number(),
        expected: z.number(),
      }),
    )
    .meta({ description: 'Open quotations of all periods by the month of their last day of validity' }),
  winRatePercent: z
    .number()
    .nullable()
    .meta({ description: 'Accepted of decided and expired quotations in the last twelve months, by value' }),
})
export type QuotationReport = z.infer<typeof QuotationReport>
