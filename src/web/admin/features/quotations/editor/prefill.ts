import type { CustomerDetails } from '#contracts/enquiry/customer.ts'
import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import { formatCommercialField } from '#contracts/item/commercial-fields.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import type { QuotationSettings } from '#contracts/quotation/settings.ts'
import { createDraft, createLine, type Draft, type DraftBuyer, type DraftLine, formatRate } from './draft.ts'

/** So many specifications of an item are chosen at first. */
const SHOWN_SPECIFICATIONS = 6

/** What a line takes over from an item of the catalogue. In dollars the price is entered by hand. */
export function toItemFields(item: Item, currency: Draft['currency']): Partial<DraftLine> {
  const { hsn, gstRate } = item.commercial
  return {
    item: item.id,
    code: item.commercial.code ?? '',
    description: item.name,
    hsn: hsn ?? '',
    unit: formatCommercialField('unit', item.commercial),
    unitPrice: currency === 'INR' && item.price !== undefined ? formatRate(String(item.price), currency) : '',
    ...(gstRate !== null && { gstRate: String(gstRate) }),
    specifications: item.specifications
      .filter(([name, value]) => name.length <= 300 && value.length <= 300)
      .slice(0, SHOWN_SPECIFICATIONS),
    picture: getMediaId(item) ?? '',
  }
}

/** The media id of the first picture; undefined for a picture of another site. */
export const getMediaId = ({ pictures }: Pick<Item, 'pictures'>): string | undefined =>
  /\/media\/([^/]{1,64})\/[^/]+$/.exec(pictures[0]?.url ?? '')?.[1]

interface PrefillSource {
  settings: QuotationSettings
  enquiry?: Enquiry | undefined
  customer?: CustomerDetails | undefined
  /** The items of the enquiry that still exist. */
  items?: Item[]
}

/** The first content of a new quotation: buyer and lines of the enquiry, or the buyer of a customer. */
export function createPrefilledDraft({ settings, enquiry, customer, items = [] }: PrefillSource): Draft {
  const source = enquiry ?? customer?.enquiries.find(({ company, gstin }) => company || gstin)
  const person = enquiry?.customer ?? customer
  const draft = createDraft()
  return {
    ...draft,
    enquiry: enquiry?.id ?? '',
    customer: person?.id ?? '',
    ownerId: enquiry?.owner?.id ?? '',
    buyer: person ? toBuyer(draft.buyer, person, source) : draft.buyer,
    terms: { ...settings.terms } as Record<string, string>,
    lines: enquiry ? listRequestedLines(enquiry, items) : [],
  }
}

const toBuyer = (
  empty: DraftBuyer,
  person: { firstName: string; lastName: string; email: string; phone: string },
  source: Pick<Enquiry, 'company' | 'gstin' | 'place'> | undefined,
): DraftBuyer => ({
  ...empty,
  name: `${person.firstName} ${person.lastName}`.trim(),
  email: person.email,
  phone: person.phone,
  company: source?.company ?? '',
  gstin: source?.gstin ?? '',
  billingAddress: source?.place ?? '',
})

/** The lines of an enquiry, or the single item that it is about. What the catalogue no longer has becomes free text. */
function listRequestedLines({ lines, item }: Enquiry, items: Item[]): DraftLine[] {
  const requested = lines.length > 0 ? lines : item ? [{ item, name: item.name, quantity: 1, note: '' }] : []
  return requested.map(({ item, name, quantity, note }) => {
    const found = items.find(({ id }) => id === item?.id)
    const fields = found ? toItemFields(found, 'INR') : { description: name }
    const description = [fields.description, note].filter(Boolean).join('\n')
    return createLine({ ...fields, description, quantity: String(quantity) })
  })
}
