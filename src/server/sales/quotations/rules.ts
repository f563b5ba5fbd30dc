import { formatShortMoney } from '#contracts/format.ts'
import { getDiscountRate, getLineDiscount } from '#contracts/quotation/discount.ts'
import { CHARGE_LABELS, CHARGE_NAMES, type ChargeName } from '#contracts/quotation/limits.ts'
import type { DraftBody, QuotationBody } from '#contracts/quotation/quotation.ts'
import { describeQuotationState, type QuotationState } from '#contracts/quotation/states.ts'
import { badRequest, conflict, type HttpProblem } from '#server/kernel/http/problem.ts'
import type { SalesContext } from '../context.ts'
import type { StoredQuotation } from './store.ts'

/** The actions of staff, with the states in which each is possible. */
const POSSIBLE_STATES = {
  change: ['draft', 'awaiting-approval'],
  'request-approval': ['draft'],
  approve: ['awaiting-approval'],
  refuse: ['awaiting-approval'],
  issue: ['draft', 'awaiting-approval'],
  revise: ['sent', 'declined', 'withdrawn'],
  'discard-revision': ['draft', 'awaiting-approval'],
  withdraw: ['draft', 'awaiting-approval', 'sent'],
  delete: ['draft', 'awaiting-approval', 'withdrawn'],
  confirm: ['accepted'],
  'add-purchase-order': ['accepted'],
} as const satisfies Record<string, readonly QuotationState[]>
export type StaffAction = keyof typeof POSSIBLE_STATES

/** Throws 409 when an action is not possible in this state. */
export function assertPossible(action: StaffAction, state: QuotationState): void {
  if ((POSSIBLE_STATES[action] as readonly QuotationState[]).includes(state)) return
  const hint =
    action === 'change' && state === 'sent' ? ' What was sent does not change: start a revision first.' : ''
  throw conflict(
    'wrong-state',
    `This is not possible: the quotation is ${describeQuotationState(state)}.${hint}`,
  )
}

/** Returns the 409 for a change of an older revision. */
export const changedMeanwhile = (by: string | undefined): HttpProblem =>
  conflict(
    'changed-meanwhile',
    `${by ? `${by} changed this quotation` : 'This quotation was changed'} after you opened it. Your change was not saved.`,
  )

/** Whether a sent quotation can no longer be accepted on this day in India. */
export const isExpired = (
  { state, validUntil }: Pick<StoredQuotation, 'state' | 'validUntil'>,
  today: string,
): boolean => state === 'sent' && validUntil !== null && validUntil < today

/** Why an issue cannot be accepted or declined. */
export type Obstacle = 'accepted' | 'declined' | 'withdrawn' | 'revising' | 'superseded' | 'expired'

/** Returns why an issue cannot be accepted or declined on this day in India; undefined if it can. */
export function findObstacle(
  quotation: Pick<StoredQuotation, 'state' | 'issueCount' | 'validUntil'>,
  issueNo: number,
  today: string,
): Obstacle | undefined {
  const { state, issueCount } = quotation
  if (state === 'accepted' || state === 'declined' || state === 'withdrawn') return state
  if (state !== 'sent') return 'revising'
  if (issueNo !== issueCount) return 'superseded'
  return isExpired(quotation, today) ? 'expired' : undefined
}

/**
 * Returns the largest discount of a line together with that on the total, counted from the list price where that is more, in basis
 * points. `usualRate`: rupees per US dollar in the settings.
 */
export function getMaxDiscount(
  { lines, discountPercent, currency, exchangeRate }: PricedDraft,
  usualRate: number | null,
): number {
  const terms = { discountPercent, exchangeRate: getDiscountRate(currency, exchangeRate, usualRate) }
  return Math.max(0, ...lines.map((line) => getLineDiscount(line, terms)))
}

type PricedDraft = Pick<DraftBody, 'lines' | 'discountPercent' | 'currency' | 'exchangeRate'>

/** Whether the largest discount of a quotation, at the present rates, is above the limit of the settings and not approved. */
export function needsApproval(
  { settings, site }: Pick<SalesContext, 'settings' | 'site'>,
  { body, approvedDiscount }: { body: PricedDraft; approvedDiscount: number | null },
): boolean {
  const { approvalDiscountPercent: limitPercent } = settings
  const maxDiscount = getMaxDiscount(body, site.prices.rupeesPerDollar)
  return (
    limitPercent !== null &&
    maxDiscount > Math.round(limitPercent * 100) &&
    (approvedDiscount === null || maxDiscount > approvedDiscount)
  )
}

/** Whether quantities, prices, discounts, charges and exchange rate are the same, so that an approval of the discounts still holds. */
export function isSamePrice(before: DraftBody, after: DraftBody): boolean {
  const pick = ({ currency, exchangeRate, discountPercent, charges, lines }: DraftBody) =>
    JSON.stringify([
      currency,
      exchangeRate ?? null,
      discountPercent,
      CHARGE_NAMES.map((name) => charges[name] ?? null),
      lines.map((line) => [
        line.item ?? '',
        line.quantity,
        line.unitPrice,
        line.discountPercent,
        line.optional,
      ]),
    ])
  return pick(before) === pick(after)
}

/** Gives every line a key. Throws 400 for two lines with one key, and for an alternative that cannot replace its line. */
export function completeLines(body: DraftBody): DraftBody {
  const used = new Set(body.lines.flatMap(({ key }) => key ?? []))
  let next = 1
  const createKey = () => {
    while (used.has(String(next))) next++
    used.add(String(next))
    return String(next)
  }
  const lines = body.lines.map((line) => ({ ...line, key: line.key ?? createKey() }))
  const keys = new Set<string>()
  lines.forEach(({ key, alternativeTo, optional }, index) => {
    const refuse = (field: string, message: string) => {
      throw badRequest(message, [{ field: `lines.${index}.${field}`, message }])
    }
    if (keys.has(key)) refuse('key', `Line ${index + 1} has the key of another line.`)
    keys.add(key)
    if (!alternativeTo) return
    if (!optional) refuse('alternativeTo', `Line ${index + 1} is an alternative, so it must be optional.`)
    const replaced = lines.find((line) => line.key === alternativeTo)
    if (!replaced || replaced.optional)
      refuse('alternativeTo', `Line ${index + 1} is an alternative to a line that is missing or optional.`)
  })
  return { ...body, lines }
}

/**
 * Returns the quotation with the chosen optional lines as ordinary ones. A chosen alternative replaces its line; the optional
 * lines that were not chosen are removed. Throws 400 for unknown keys and for two alternatives to one line.
 */
export function applyChoice(body: QuotationBody, chosen: readonly string[]): QuotationBody {
  const lines = chosen.map((key) => {
    const line = body.lines.find((candidate) => candidate.optional && candidate.key === key)
    if (!line) throw badRequest('One of the chosen options is not part of this quotation.')
    return line
  })
  const replaced = lines.flatMap(({ alternativeTo }) => alternativeTo || [])
  if (new Set(replaced).size < replaced.length) throw badRequest('Choose only one of the alternatives.')
  return {
    ...body,
    lines: body.lines
      .filter((line) => (line.optional ? lines.includes(line) : !replaced.includes(line.key ?? '')))
      .map((line) => ({ ...line, optional: false, alternativeTo: '' })),
  }
}

/**
 * Describes changes of prices, discounts and charges for the audit log; '' if none of them changed. A line that takes the
 * place of a removed one with the same item and description is compared with it; another new line is described by its
 * discount.
 */
export function describePriceChanges(before: DraftBody, after: DraftBody): string {
  const changes = [
    ...describeChange('currency', before.currency, after.currency),
    ...describeChange(
      'exchange rate',
      before.exchangeRate ?? 'of the settings',
      after.exchangeRate ?? 'of the settings',
    ),
    ...describeChange('discount on the total', `${before.discountPercent} %`, `${after.discountPercent} %`),
    ...CHARGE_NAMES.flatMap((name) =>
      describeChange(
        CHARGE_LABELS[name],
        formatCharge(before.charges[name], before.currency),
        formatCharge(after.charges[name], after.currency),
      ),
    ),
    ...after.lines.flatMap((line) => {
      const label = line.description.split('\n')[0]!.slice(0, MAX_LABEL_LENGTH)
      const old = findEarlierLine(line, { before, after })
      return [
        // A price that is entered for the first time is not a change.
        ...(old?.unitPrice == null
          ? []
          : describeChange(
              `${label}: price`,
              formatShortMoney(old.unitPrice, before.currency),
              line.unitPrice === null ? 'not entered' : formatShortMoney(line.unitPrice, after.currency),
            )),
        ...describeChange(
          `${label}: discount`,
          `${old?.discountPercent ?? 0} %`,
          `${line.discountPercent} %`,
        ),
      ]
    }),
  ]
  const shown = changes.slice(0, MAX_DESCRIBED_CHANGES)
  const rest = changes.length - shown.length
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join('; ')
}

const MAX_LABEL_LENGTH = 80
const MAX_DESCRIBED_CHANGES = 100

const describeChange = (label: string, before: string | number, after: string | number): string[] =>
  before === after ? [] : [`${label} ${before} → ${after}`]

function formatCharge(charge: DraftBody['charges'][ChargeName], currency: DraftBody['currency']): string {
  if (charge === undefined) return 'not charged'
  return formatShortMoney(typeof charge === 'object' ? charge.amount : charge, currency)
}

type Line = DraftBody['lines'][number]

function findEarlierLine(line: Line, { before, after }: Record<'before' | 'after', DraftBody>) {
  const same = before.lines.find(({ key }) => key === line.key)
  if (same) return same
  const kept = new Set(after.lines.map(({ key }) => key))
  return before.lines.find(
    (old) =>
      !kept.has(old.key) && (old.item ?? '') === (line.item ?? '') && old.description === line.description,
  )
}
