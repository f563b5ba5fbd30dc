import { findGstState, GST_STATES, getStateOfGstin } from './states.ts'

/** Returns that the company's address is not in the state of its GSTIN; undefined if it is, or if one of them is unknown. */
export function describeStateMismatch(gstin: string, addressState: string): string | undefined {
  const [registered, address] = [getStateOfGstin(gstin), findGstState(addressState)]
  if (!registered || !address || registered === address) return undefined
  return `The GSTIN of the company is one of ${GST_STATES[registered]}, but the address in the texts of the site is in ${GST_STATES[address]}. The tax follows the GSTIN.`
}
