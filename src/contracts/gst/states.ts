/**
 * The state codes of GST, which are also the first two digits of a GSTIN. 25 (Daman and Diu) and 28 (Andhra Pradesh before
 * 2014) are no longer in use.
 */
export const GST_STATES = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '96': 'Outside India',
  '97': 'Other Territory',
} as const
export type GstState = keyof typeof GST_STATES
export const GST_STATE_CODES = Object.keys(GST_STATES).sort() as [GstState, ...GstState[]]

/** The place of supply of exports. */
export const OUTSIDE_INDIA = '96' satisfies GstState

/** Where UTGST is due instead of SGST: the territories of section 2(114) of the CGST Act, which have no legislature. */
const UNION_TERRITORIES: readonly GstState[] = ['04', '26', '31', '35', '38', '97']

/** 'UTGST' in union territories without a legislature, otherwise 'SGST'. */
export const getStateTaxLabel = (state: GstState): 'SGST' | 'UTGST' =>
  UNION_TERRITORIES.includes(state) ? 'UTGST' : 'SGST'

/** Returns the state in which a GSTIN is registered; undefined for '' and for a code that is none. */
export const getStateOfGstin = (gstin: string): GstState | undefined =>
  GST_STATE_CODES.find((code) => code !== OUTSIDE_INDIA && gstin.replace(/\s/g, '').startsWith(code))

/** Returns the code of a state by its name as in an address: 'Tamilnadu', 'Jammu & Kashmir'. */
export function findGstState(name: string): GstState | undefined {
  const simplified = simplifyName(name)
  return GST_STATE_CODES.find(
    (code) => code !== OUTSIDE_INDIA && simplifyName(GST_STATES[code]) === simplified,
  )
}

const simplifyName = (name: string): string =>
  name
    .toLowerCase()
    .replace('&', 'and')
    .replace(/[^a-z]/g, '')
