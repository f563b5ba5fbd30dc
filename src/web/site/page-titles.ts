import type { TranslatedLanguage } from '#messages/language.ts'

/** Title, description and canonical path of a page for search engines and social networks. */
export interface PageTitles {
  title: string
  description: string
  /** The canonical path in English. */
  path: string
  /** The other languages in which the page is complete. In any other, its canonical address is the English one. */
  languages?: readonly TranslatedLanguage[] | undefined
}

/** Characters of a description that search engines show. */
export const MAX_DESCRIPTION_LENGTH = 155
