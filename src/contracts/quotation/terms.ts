/** The text blocks of a quotation with their headings, in the order of the document. */
export const TERM_LABELS = {
  priceBasis: 'Prices',
  payment: 'Payment',
  delivery: 'Delivery',
  installation: 'Installation',
  warranty: 'Warranty',
  exclusions: 'Not included',
  validity: 'Validity',
  cancellation: 'Cancellation',
  jurisdiction: 'Jurisdiction',
  other: 'Other terms',
} as const
export type TermName = keyof typeof TERM_LABELS
export const TERM_NAMES = Object.keys(TERM_LABELS) as [TermName, ...TermName[]]

/** Returns the texts of a quotation with their headings, in the order of the document. Unknown names are their own headings. */
export function listTerms(terms: string | Record<string, string> | null | undefined): [string, string][] {
  if (!terms) return []
  if (typeof terms === 'string') return [[TERM_LABELS.other, terms]]
  const known = TERM_NAMES.flatMap((name): [string, string][] =>
    terms[name]?.trim() ? [[TERM_LABELS[name], terms[name]]] : [],
  )
  const others = Object.entries(terms).filter(
    ([name, text]) => !Object.hasOwn(TERM_LABELS, name) && text.trim(),
  )
  return [...known, ...others]
}
