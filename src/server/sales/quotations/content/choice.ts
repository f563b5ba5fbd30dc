import { toBusinessDate } from '#contracts/business-date.ts'
import { isTaxFree } from '#contracts/gst/supply.ts'
import type { QuotationAmounts, QuotationBody } from '#contracts/quotation/quotation.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { applyChoice } from '../rules.ts'
import type { StoredQuotation } from '../store.ts'
import type { StoredIssue } from '../store-issues.ts'
import { getQuotationAmounts } from './calculation.ts'

/** The lines that a customer orders, with their amounts. */
export interface Choice {
  body: QuotationBody
  amounts: QuotationAmounts
}

/**
 * Returns an issue with the chosen optional lines as ordinary ones and without the others, calculated with the rates of the
 * day of the issue. Throws 400 as `applyChoice`, and when no line is left.
 */
export function calculateChoice(
  { body, amounts, issuedAt }: Pick<StoredIssue, 'body' | 'amounts' | 'issuedAt'>,
  chosen: readonly string[],
): Choice {
  const applied = applyChoice(body, chosen)
  if (applied.lines.length === 0) throw badRequest('Choose at least one option.')
  return {
    body: applied,
    amounts: getQuotationAmounts(applied, {
      day: toBusinessDate(new Date(issuedAt)),
      supplierState: amounts.supplierState,
      // As at the time of the issue.
      hasLut: isTaxFree(amounts.supply),
      defaultExchangeRate: amounts.exchangeRate,
    }),
  }
}

/**
 * Returns what was ordered with an accepted quotation: the lines with the chosen options, and their amounts; null in other
 * states. Every screen, report, export and document of an accepted quotation states this.
 */
export function getOrder({
  body,
  amounts,
  issuedAt,
  acceptance,
}: Pick<StoredQuotation, 'body' | 'amounts' | 'issuedAt' | 'acceptance'>): Choice | null {
  if (!acceptance || !amounts || !issuedAt) return null
  // The content of an accepted quotation is that of its last issue.
  const issued = body as QuotationBody
  if (acceptance.amounts) return { body: applyChoice(issued, acceptance.chosen), amounts: acceptance.amounts }
  return calculateChoice({ body: issued, amounts, issuedAt }, acceptance.chosen)
}
