import { normaliseTitle, stripQualifiers } from './normalise-title.ts'

/* How a firm names what only it may know: what it pays, what its dealers pay, and what it earns. */

/** One of these words anywhere. */
const CONFIDENTIAL_WORDS =
  /^(?:[a-z]*cost|cost(?:s|ing|price|rate)|purch|buy|buying|bought|margins?|profits?|commission|confidential|dlr|distr|resellers?|franchisees?|suppliers?|vendors?|fob|cif|nlc|nlp|dlp)$/
/** One of these in the text without spaces, as in 'DEALERPRICE' and 'Mark-up'. */
const CONFIDENTIAL_TEXT =
  /dealer|distribut[oe]r|purchase|procurement|landed|landing(?:cost|price|rate)|markup|profitmargin|wholesale|stockist/
/** 'Net to us', 'Dist. price', 'PO rate', 'Lowest price'; abbreviations only as the whole title, as 'DP' can be a dimension. */
const CONFIDENTIAL_TITLE =
  /(?:^| )(?:to|2) us(?: |$)|(?:^| )(?:dist|pur|po|grn|inward|floor|lowest|bottom|min|minimum|last|partner)(?: selling| sale| purchase)? (?:price|rate)(?: |$)|^(?:dp|cp|gp|d p|c p|g p|n l c|d l p|n l p|our net)(?: price| rate)?$|^(?:transfer price|nett?)$/

/** Whether a column states what only the firm itself may know: 'Dealer price', 'Unit cost (Rs.)', 'Net to us', 'NLC'. */
export function isConfidentialTitle(title: string): boolean {
  const words = normaliseTitle(title)
  return (
    words.split(' ').some((word) => CONFIDENTIAL_WORDS.test(word)) ||
    CONFIDENTIAL_TEXT.test(words.replaceAll(' ', '')) ||
    CONFIDENTIAL_TITLE.test(stripQualifiers(words))
  )
}

/** Whether a column states the maximum retail price, which contains the tax and is no earlier price. */
export const isMaximumPriceTitle = (title: string): boolean =>
  /(?:^| )(?:mrps?|m r p|max(?:imum)? retail (?:price|rate))(?: |$)/.test(normaliseTitle(title))
