import { z } from 'zod'
import { ItemSummary } from './discovery.ts'
import { JOB_LIMITS } from './job-finder-options.ts'

/** JSON has no -0. */
const PlainNumber = z.number().overwrite((value) => value + 0)

const measure = (example: string) =>
  z
    .union([z.string().max(JOB_LIMITS.fieldLength), PlainNumber], {
      error: `must be a number or a text such as ${example}`,
    })
    .optional()

/** What is to be machined. A number without a unit is in mm, kg, or pieces a day; an empty text is no answer. */
export const JobFinderBody = z.strictObject({
  bar: z
    .enum(['yes', 'no', ''], { error: 'must be yes or no' })
    .optional()
    .meta({ description: 'Whether it is turned from bar, and not from a casting, forging or cut piece' }),
  diameter: measure("'42 mm' or '1 5/8 in'").meta({ description: 'Of a round part' }),
  length: measure("'300 mm' or '12 in'"),
  width: measure("'150 mm'").meta({ description: 'Of a part that is not round' }),
  height: measure("'80 mm'").meta({ description: 'Of a part that is not round' }),
  weight: measure("'12 kg'"),
  material: z.string().max(JOB_LIMITS.fieldLength).optional(),
  quantity: measure("'200'").meta({ description: 'Pieces a day' }),
  tolerance: measure("'0.02 mm' or '± 0.01 mm'").meta({
    description: 'The full width of the narrowest tolerance',
  }),
  operations: z
    .union([z.string().max(200), z.array(z.string().max(JOB_LIMITS.fieldLength)).max(10)], {
      error: 'must be a list of operations',
    })
    .optional()
    .meta({ description: 'A list, or a text separated by commas' }),
})
export type JobFinderBody = z.infer<typeof JobFinderBody>

/**
 * fits: the machine states that it is sufficient. caution: possible, with limits that the text states. unknown: it is not stated.
 * fails: it states that it is not sufficient.
 */
export const JobVerdict = z.enum(['fits', 'caution', 'unknown', 'fails'])
export type JobVerdict = z.infer<typeof JobVerdict>

export const JobReason = z.object({
  question: z.string().meta({ description: "What is judged, such as 'Bar diameter'" }),
  verdict: JobVerdict,
  text: z.string().meta({ description: "For example 'fits, 8 mm to spare'" }),
  stated: z.string().nullable().meta({ description: 'The text of the machine that answers the question' }),
})
export type JobReason = z.infer<typeof JobReason>

export const JudgedMachine = z.object({
  item: ItemSummary,
  verdict: JobVerdict.meta({ description: 'The worst of the reasons' }),
  reasons: z.array(JobReason),
  variant: z
    .object({ id: z.string(), slug: z.string(), name: z.string(), text: z.string() })
    .nullable()
    .meta({ description: "A variant of the machine that fits, with 'fits with the long bed'" }),
})
export type JudgedMachine = z.infer<typeof JudgedMachine>

export const JobFinderResult = z.object({
  job: z.string().meta({ description: 'The job in words, as an enquiry states it' }),
  checked: z.number().int().meta({ description: 'The number of machines that were judged' }),
  fitting: z.number().int().meta({ description: 'How many of them fit, also those that fit with limits' }),
  machines: z
    .array(JudgedMachine)
    .meta({ description: `The best ${JOB_LIMITS.machines}: those that fit first` }),
})
export type JobFinderResult = z.infer<typeof JobFinderResult>
