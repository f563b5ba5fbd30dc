import { findGstState, GST_STATE_CODES, GST_STATES, type GstState } from '#contracts/gst/states.ts'

export interface PlaceOfSupplyProposal {
  state: GstState
  /** Why it is proposed, for the user who has to confirm it. */
  reason: string
}

/** Words that name a state otherwise than GST does, and large cities whose address often lacks it. */
const OTHER_NAMES: Record<string, GstState> = {
  tamilnadu: '33',
  chennai: '33',
  coimbatore: '33',
  bengaluru: '29',
  bangalore: '29',
  mumbai: '27',
  pune: '27',
  hyderabad: '36',
  kolkata: '19',
  ahmedabad: '24',
  kochi: '32',
  orissa: '21',
  pondicherry: '34',
  uttaranchal: '05',
  'new delhi': '07',
  gurugram: '06',
  noida: '09',
}

/** Returns the state that an address names; the last one, because an address ends with it. */
export function findStateInAddress(address: string): GstState | undefined {
  const text = ` ${address
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]+/g, ' ')} `
  const names = [
    ...GST_STATE_CODES.map((code) => [GST_STATES[code].toLowerCase(), code] as const),
    ...(Object.entries(OTHER_NAMES) as [string, GstState][]),
  ]
  const found = names
    .map(([name, code]) => ({
      code,
      end: text.lastIndexOf(` ${name} `) + name.length,
      at: text.lastIndexOf(` ${name} `),
    }))
    .filter(({ at, code }) => at !== -1 && code !== '96' && code !== '97')
    .sort((one, other) => other.end - one.end)
  const lastLine = address.split(/[\n,]/).at(-1) ?? ''
  return found[0]?.code ?? findGstState(lastLine)
}

/**
 * Proposes the place of supply (docs/gst.md): for goods that are installed at the site, and for others that are delivered,
 * the state of the delivery address; without one the state of the buyer's GSTIN, then that of the billing address. Undefined if
 * nothing names a state.
 */
export function proposePlaceOfSupply({
  buyer,
  isInstalled,
}: {
  buyer: { gstin: string; billingAddress: string; deliveryAddress: string }
  /** Whether the quotation includes the installation at the buyer's site. */
  isInstalled: boolean
}): PlaceOfSupplyProposal | undefined {
  const delivery = findStateInAddress(buyer.deliveryAddress)
  if (delivery)
    return {
      state: delivery,
      reason: isInstalled ? 'the place of installation' : 'the delivery address',
    }
  const gstin = GST_STATE_CODES.find((code) => code === buyer.gstin.replace(/\s/g, '').slice(0, 2))
  if (gstin) return { state: gstin, reason: "the buyer's GSTIN" }
  const billing = findStateInAddress(buyer.billingAddress)
  return billing && { state: billing, reason: "the buyer's address" }
}
