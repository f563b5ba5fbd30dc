import { formatLongDay, formatMoney, formatNumber, formatPercent } from '#contracts/format.ts'
import { GST_STATES } from '#contracts/gst/states.ts'
import { CHARGE_LABELS, CHARGE_NAMES } from '#contracts/quotation/limits.ts'
import type { QuotationAmounts, QuotationBody } from '#contracts/quotation/quotation.ts'
import type { IssueDifference } from '#contracts/quotation/record.ts'
import { listTerms } from '#contracts/quotation/terms.ts'

interface ComparedIssue {
  body: QuotationBody
  amounts: QuotationAmounts
  validUntil: string
}
type Line = QuotationBody['lines'][number]
type Change = IssueDifference['changes'][number]

/**
 * Returns what differs between two issues of a quotation, in the order of the document: lines, charges, discount, terms, other
 * details and the total. Lines are the same if they have the same key.
 */
export function compareIssues(before: ComparedIssue, after: ComparedIssue): IssueDifference[] {
  return [
    ...compareLines(before.body, after.body),
    ...comparePairs(listCharges(before), listCharges(after), 'charge'),
    ...comparePairs(listConditions(before), listConditions(after), 'condition'),
    ...comparePairs(listTerms(before.body.terms), listTerms(after.body.terms), 'term'),
    ...comparePairs(listTotal(before), listTotal(after), 'total'),
  ]
}

function compareLines(before: QuotationBody, after: QuotationBody): IssueDifference[] {
  const earlier = new Map(before.lines.map((line) => [line.key, line]))
  const keys = new Set(after.lines.map(({ key }) => key))
  const now = after.lines.flatMap((line): IssueDifference[] => {
    const old = earlier.get(line.key)
    if (!old) return [describeLine(line, after, 'added')]
    const changes = compareLine(listDetails(old, before), listDetails(line, after))
    return changes.length > 0 ? [{ part: 'line', kind: 'changed', subject: getTitle(line), changes }] : []
  })
  const removed = before.lines.filter(({ key }) => !keys.has(key))
  return [...now, ...removed.map((line) => describeLine(line, before, 'removed'))]
}

/** The first line of a description names the item. */
const getTitle = ({ description }: Line): string => description.split('\n')[0]!.trim()

function describeLine(line: Line, body: QuotationBody, kind: 'added' | 'removed'): IssueDifference {
  const text = `${formatQuantity(line)} at ${formatMoney(line.unitPrice, body.currency)}`
  const change = kind === 'added' ? { before: '', after: text } : { before: text, after: '' }
  return {
    part: 'line',
    kind,
    subject: getTitle(line),
    changes: [{ label: 'Quantity and price', ...change }],
  }
}

const formatQuantity = ({ quantity, unit }: Line): string =>
  [formatNumber(quantity), unit].filter(Boolean).join(' ')

/** What buyers compare about a line, with labels. */
const listDetails = (line: Line, { currency }: QuotationBody): [label: string, text: string][] => [
  ['Description', line.description],
  ['Model or part number', line.code],
  ['Quantity', formatQuantity(line)],
  ['Unit price', formatMoney(line.unitPrice, currency)],
  ['Discount', formatPercent(line.discountPercent)],
  ['GST', formatPercent(line.gstRate)],
  ['HSN', line.hsn ?? ''],
  ['Specifications', line.specifications.map(([name, value]) => `${name}: ${value}`).join('; ')],
  ['Optional', line.optional ? 'yes' : 'no'],
]

const compareLine = (before: [string, string][], after: [string, string][]): Change[] =>
  after.flatMap(([label, text], index) => {
    const old = before[index]![1]
    return old === text ? [] : [{ label, before: old, after: text }]
  })

/** Compares texts that have unique labels. */
function comparePairs(
  before: [string, string][],
  after: [string, string][],
  part: IssueDifference['part'],
): IssueDifference[] {
  const labels = [...new Set([...after, ...before].map(([label]) => label))]
  return labels.flatMap((subject): IssueDifference[] => {
    const [old = '', text = ''] = [before, after].map(
      (pairs) => pairs.find(([label]) => label === subject)?.[1],
    )
    if (old === text) return []
    const kind = old === '' ? 'added' : text === '' ? 'removed' : 'changed'
    return [{ part, kind, subject, changes: [{ label: subject, before: old, after: text }] }]
  })
}

const listCharges = ({ body }: ComparedIssue): [string, string][] =>
  CHARGE_NAMES.flatMap((name): [string, string][] => {
    const charge = body.charges[name]
    const amount = typeof charge === 'object' ? charge.amount : charge
    return amount ? [[CHARGE_LABELS[name], formatMoney(amount, body.currency)]] : []
  })

const listConditions = ({ body, validUntil }: ComparedIssue): [string, string][] => [
  ['Discount on the total', body.discountPercent ? formatPercent(body.discountPercent) : ''],
  ['Valid until', formatLongDay(validUntil)],
  ['Subject', body.subject],
  ['Your reference', body.customerReference],
  ['Delivery address', body.buyer?.deliveryAddress ?? ''],
  ['Place of supply', GST_STATES[body.placeOfSupply]],
  ['Special economic zone', body.sez ? 'yes' : ''],
  ['Currency', body.currency],
]

const listTotal = ({ amounts }: ComparedIssue): [string, string][] => [
  ['Total', formatMoney(amounts.totalInCurrency, amounts.currency)],
]
