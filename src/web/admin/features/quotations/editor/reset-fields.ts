import { CHARGE_NAMES } from '#contracts/quotation/limits.ts'
import type { Draft, DraftBuyer, DraftLine } from './draft.ts'

const TEXTS = ['subject', 'customerReference', 'exchangeRate', 'discountPercent', 'validUntil'] as const
const BUYER_TEXTS: readonly (keyof DraftBuyer)[] = ['gstin', 'email', 'phone', 'name', 'position', 'company']
const LINE_TEXTS = [
  'code',
  'description',
  'hsn',
  'quantity',
  'unit',
  'unitPrice',
  'discountPercent',
  'gstRate',
  'group',
] as const satisfies readonly (keyof DraftLine)[]

/**
 * Returns the draft with some fields as they are in `base`, or empty in a line that `base` lacks. Fields are those of errors, such
 * as 'buyer.gstin' and 'lines.a1.hsn'. Undefined if one of them is no text of its own, so that the others would mean something
 * else without it.
 */
export function resetFields(draft: Draft, base: Draft, fields: readonly string[]): Draft | undefined {
  let result = draft
  for (const field of fields) {
    const reset = resetField(result, base, field)
    if (!reset) return undefined
    result = reset
  }
  return result
}

function resetField(draft: Draft, base: Draft, field: string): Draft | undefined {
  const [part, name, rest] = field.split('.') as [string, string?, string?]
  const text = TEXTS.find((candidate) => candidate === field)
  if (text) return { ...draft, [text]: base[text] }
  const buyerText = BUYER_TEXTS.find((candidate) => candidate === name)
  if (part === 'buyer' && buyerText)
    return { ...draft, buyer: { ...draft.buyer, [buyerText]: base.buyer[buyerText] } }
  const charge = CHARGE_NAMES.find((candidate) => candidate === name)
  if (part === 'charges' && charge)
    return { ...draft, charges: { ...draft.charges, [charge]: base.charges[charge] } }
  const lineText = LINE_TEXTS.find((candidate) => candidate === rest)
  if (part !== 'lines' || !lineText) return undefined
  const before = base.lines.find(({ key }) => key === name)?.[lineText] ?? ''
  return {
    ...draft,
    lines: draft.lines.map((line) => (line.key === name ? { ...line, [lineText]: before } : line)),
  }
}
