import type { Picture } from '#contracts/item/item.ts'
import type { IssueDifference, QuotationEvent } from '#contracts/quotation/record.ts'
import type { ItemFiles } from '../deps.ts'
import type { Choice } from '../quotations/content/choice.ts'
import type { Obstacle } from '../quotations/rules.ts'
import type { StoredQuotation } from '../quotations/store.ts'
import type { StoredIssue } from '../quotations/store-issues.ts'
import type { Contact } from './layout.ts'

/** Everything that the page of a quotation shows. */
export interface QuotationView {
  /** The address of the page, without a slash at its end. */
  base: string
  /** The status page of the enquiry, if the link leads there. */
  enquiryPath: string | undefined
  quotation: StoredQuotation
  /** The newest first. */
  issues: StoredIssue[]
  issue: StoredIssue
  /** The newest first. */
  events: QuotationEvent[]
  /** From the issue before, and for an earlier issue to the present one. */
  differences: IssueDifference[]
  obstacle: Obstacle | undefined
  chosen: string[]
  choice: Choice
  pictures: ReadonlyMap<string, Picture>
  /** What visitors can download about the items. */
  files: ItemFiles[]
  /** How to reach the company today; the issue states how it was then. */
  contact: Contact
  /** The day in India, '2026-11-21'. */
  today: string
  /** What was typed into a form that was not accepted, and what is wrong with it. */
  typed: Record<string, string>
  errors: Record<string, string>
}
