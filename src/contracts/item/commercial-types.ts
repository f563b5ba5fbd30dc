/**
 * What the value of each commercial field is in columns and responses, in the order in which the fields are shown. The public
 * pages load this without the definitions of the fields.
 */
export const COMMERCIAL_TYPES = {
  code: 'text',
  hsn: 'text',
  gstRate: 'number',
  unit: 'text',
  minimumQuantity: 'integer',
  leadTimeDays: 'integer',
  availability: 'text',
  warrantyMonths: 'integer',
} as const

export type CommercialField = keyof typeof COMMERCIAL_TYPES
export const COMMERCIAL_FIELD_NAMES = Object.keys(COMMERCIAL_TYPES) as CommercialField[]

/** Returns an object with a value for each of the fields. */
export const mapCommercialFields = <Value>(
  getValue: (field: CommercialField) => Value,
): Record<CommercialField, Value> =>
  Object.fromEntries(COMMERCIAL_FIELD_NAMES.map((field) => [field, getValue(field)])) as Record<
    CommercialField,
    Value
  >
