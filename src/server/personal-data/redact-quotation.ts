import type { DraftBody } from '#contracts/quotation/quotation.ts'
import type { Acceptance } from '#contracts/quotation/record.ts'
import { DECLINE_REASONS, type QuotationEventKind } from '#contracts/quotation/states.ts'
import { toContentColumns } from '../sales/quotations/store.ts'

/** Replaces the person in a text that stays. */
interface Redaction {
  redact: (text: string) => string
}

/** Ids, codes, and the company, which stays: nothing in them is replaced. All other texts are searched for the person. */
const KEPT_FIELDS = new Set(
  'id key item alternativeTo picture enquiry customer ownerId company gstin code hsn'.split(' '),
)

/** Parses JSON of a quotation and replaces the person in its texts. */
function parseRedacted<Content>(json: string, { redact }: Redaction): Content {
  return JSON.parse(json, (key, value) => {
    if (KEPT_FIELDS.has(key) || typeof value !== 'string') return value
    return redact(value)
  })
}

/**
 * Removes the person from the content of a quotation that was sent, which is kept for the accounts: company, GSTIN, lines and
 * the addresses of a company stay. Subject and reference of the buyer are texts about the person.
 */
export function redactBody(json: string, redaction: Redaction, name: string) {
  const body = parseRedacted<DraftBody>(json, redaction)
  const { buyer } = body
  const addresses = buyer?.company ? {} : { billingAddress: '', deliveryAddress: '' }
  const redacted: DraftBody = {
    ...body,
    subject: '',
    customerReference: '',
    buyer: buyer && { ...buyer, name, position: '', email: '', phone: '', ...addresses },
  }
  const { buyer_name: buyerName, body_json, search_text: searchText } = toContentColumns(redacted, null)
  return { json: body_json, buyerName, searchText }
}

/** The calculated lines repeat the descriptions. */
export const redactAmounts = (json: string, redaction: Redaction): string =>
  JSON.stringify(parseRedacted(json, redaction))

/** The number of the purchase order stays for the accounts; its file has a name and a signature, and is deleted. */
export function redactAcceptance(json: string, redaction: Redaction, name: string): string {
  const acceptance = parseRedacted<Acceptance>(json, redaction)
  return JSON.stringify({ ...acceptance, name, position: '', file: null } satisfies Acceptance)
}

/** Reports count the reasons that customers choose. Others are texts of staff. */
export const redactReason = (reason: string): string =>
  (DECLINE_REASONS as readonly string[]).includes(reason) ? reason : ''

/** Whether the text of an event is made by the program. What customers and staff write is erased. */
const HAS_MADE_TEXT: Record<QuotationEventKind, boolean> = {
  created: true,
  changed: true,
  issued: true,
  viewed: true,
  downloaded: true,
  handled: true,
  'link-created': true,
  'links-revoked': true,
  'approval-requested': false,
  approved: false,
  'approval-refused': false,
  revised: false,
  'revision-discarded': false,
  withdrawn: false,
  question: false,
  answered: false,
  accepted: false,
  declined: false,
  'renewal-requested': false,
  confirmed: false,
  'purchase-order-added': false,
  'email-sent': false,
}

export const keepsEventText = ({ kind }: { kind: QuotationEventKind }): boolean => HAS_MADE_TEXT[kind]
