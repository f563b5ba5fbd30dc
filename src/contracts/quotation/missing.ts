import type { DraftBody, DraftLine, QuotationBody } from './quotation.ts'

interface MissingField {
  /** Such as 'lines.1.unitPrice'. */
  field: string
  message: string
}

/** What a line needs, with the words of the form. */
const LINE_FIELDS = {
  description: 'description',
  quantity: 'quantity',
  unitPrice: 'rate',
  gstRate: 'GST rate',
} as const satisfies Partial<Record<keyof DraftLine, string>>

/** The parts of a draft that matter. Values that are no numbers yet are not missing. */
interface DraftParts {
  placeOfSupply?: unknown
  lines: Record<keyof typeof LINE_FIELDS, unknown>[]
}

/** Returns what a draft needs before it can be calculated and sent, in the order of the form. */
export function listMissing({ placeOfSupply, lines }: DraftParts): MissingField[] {
  return [
    ...(placeOfSupply
      ? []
      : [{ field: 'placeOfSupply', message: 'Choose the place of supply: the tax depends on it.' }]),
    ...(lines.length > 0 ? [] : [{ field: 'lines', message: 'Add at least one line.' }]),
    ...lines.flatMap((line, index) =>
      Object.entries(LINE_FIELDS).flatMap(([name, label]) => {
        const value = line[name as keyof typeof LINE_FIELDS]
        if (value !== null && value !== '') return []
        return [{ field: `lines.${index}.${name}`, message: `Line ${index + 1}: enter the ${label}.` }]
      }),
    ),
  ]
}

/** Whether nothing is missing. */
export const isComplete = (body: DraftBody): body is QuotationBody => listMissing(body).length === 0
