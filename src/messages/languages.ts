/** A language of the public site. */
interface Language {
  /** Its name in itself. */
  name: string
  /** How numbers and dates are written, as a BCP 47 tag; the `lang` of pages. */
  locale: string
}

/** The languages of the site (docs/languages.md). The texts of the code are in the first; the others have a file of messages. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-IN' },
} as const satisfies Record<string, Language>

export type LanguageCode = keyof typeof LANGUAGES
