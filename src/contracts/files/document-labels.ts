/** The types of documents of items, and their labels. */
export const DOCUMENT_TYPE_LABELS = {
  brochure: 'Brochure',
  manual: 'Manual',
  drawing: 'Drawing',
  'cad-model': 'CAD model',
  certificate: 'Certificate',
  'parts-list': 'Parts list',
} as const
export type DocumentType = keyof typeof DOCUMENT_TYPE_LABELS

/** The languages of documents by their BCP 47 tag, and their labels. */
export const DOCUMENT_LANGUAGE_LABELS = {
  en: 'English',
  hi: 'Hindi',
  bn: 'Bengali',
  gu: 'Gujarati',
  kn: 'Kannada',
  ml: 'Malayalam',
  mr: 'Marathi',
  pa: 'Punjabi',
  ta: 'Tamil',
  te: 'Telugu',
  ar: 'Arabic',
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  ru: 'Russian',
} as const
export type DocumentLanguage = keyof typeof DOCUMENT_LANGUAGE_LABELS
