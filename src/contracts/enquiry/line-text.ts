import type { EnquiryLine } from './enquiry.ts'

/** How the message of an enquiry begins that asks for what a search did not find. */
export const SEARCHED = 'I searched for: '

/** Returns one line of an enquiry as text: 'CL 40 Capstan Lathe × 2 (with collets)'. */
export const formatEnquiryLine = ({
  name,
  quantity,
  note,
}: Pick<EnquiryLine, 'name' | 'quantity' | 'note'>) => `${name} × ${quantity}${note && ` (${note})`}`
