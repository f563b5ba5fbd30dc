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
