import type { EnquiryLine } from './enquiry.ts'
import { FORM_LIMITS } from './form-limits.ts'

/** How the message of an enquiry begins that asks for what a search did not find. */
export const SEARCHED = 'I searched for: '

/** Returns one line of an enquiry as text: 'CL 40 Capstan Lathe × 2 (with collets)'. */
export const formatEnquiryLine = ({
  name,
  quantity,
  note,
}: Pick<EnquiryLine, 'name' | 'quantity' | 'note'>) => `${name} × ${quantity}${note && ` (${note})`}`

/**
 * Returns the message of an enquiry with the names of these items at its end, which are no longer available, as far as it may
 * have so many characters, and how many names had no space.
 */
export function addUnavailable(
  message: string,
  lines: readonly Pick<EnquiryLine, 'name' | 'quantity'>[],
): { message: string; omitted: number } {
  const names = lines.map(({ name, quantity }) => `${name} (${quantity})`)
  for (let count = names.length; count > 0; count--) {
    const omitted = names.length - count
    const listed = names.slice(0, count).join(', ') + (omitted > 0 ? ` and ${omitted} more` : '')
    const extended = `${message}\n\nNo longer available, but asked for: ${listed}`.trim()
    if (extended.length <= FORM_LIMITS.messageLength) return { message: extended, omitted }
  }
  return { message, omitted: names.length }
}
