/* What the titles of the columns of a file mean, apart from the fields of an item (import-fields.ts). */

/** 'Part #' → 'part no', 'GST (%)' → 'gst percent', 'M.R.P.' → 'm r p', 'DealerPrice' → 'dealer price'. */
export function normaliseTitle(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('#', ' no ')
    .replaceAll('%', ' percent ')
    .replaceAll('₹', ' rs ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

/** Words that say in what, or for when, a column states its value. */
const QUALIFIERS = new Set(
  'rs inr rupees rupee in the of per incl including inclusive excl excluding exclusive lakh lakhs lac lacs crore crores day days wk wks week weeks mth mths month months yr yrs year years percent pct nos no each ex works approx wef w e f'.split(
    ' ',
  ),
)

/** 'rate rs', 'price in inr' → 'rate', 'price': the words of a title without those that qualify it. */
export function stripQualifiers(words: string): string {
  const [first = '', ...rest] = words.split(' ')
  return [first, ...rest.filter((word) => !QUALIFIERS.has(word) && !/^\d+$/.test(word))].join(' ')
}

/* How a firm names what only it may know: what it pays, what its dealers pay, and what it earns. */

/** One of these words anywhere. */
const CONFIDENTIAL_WORDS =
  /^(?:[a-z]*cost|cost(?:s|ing|price|rate)|purch|buy|buying|bought|margins?|profits?|commission|confidential|dlr|distr|resellers?|franchisees?|nlc|nlp|dlp)$/
/** One of these in the text without spaces, as in 'DEALERPRICE' and 'Mark-up'. */
const CONFIDENTIAL_TEXT =
  /dealer|distribut[oe]r|purchase|procurement|landed|landing(?:cost|price|rate)|markup|profitmargin|wholesale|stockist/
/** 'Net to us', 'Dist. price', 'PO rate', 'Lowest price'; abbreviations only as the whole title, as 'DP' can be a dimension. */
const CONFIDENTIAL_TITLE =
  /(?:^| )(?:to|2) us(?: |$)|(?:^| )(?:dist|pur|po|grn|inward|floor|lowest|bottom|min|minimum|last|partner|suppliers?(?: s)?|vendors?(?: s)?)(?: selling| sale| purchase)? (?:price|rate)(?: |$)|^(?:dp|cp|gp|d p|c p|g p|n l c|d l p|n l p|our net|(?:supplier|vendor)s?(?: name| code)?)(?: price| rate)?$|^transfer price$/

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
