/** A language of the public site. */
interface LanguageDefinition {
  /** Its name in itself. */
  name: string
  englishName: string
  /** With which dates and plurals are written (BCP 47). */
  locale: string
}

/** The languages by the first part of the addresses of their pages; English has none. Decision 0247 tells how one is added. */
export const LANGUAGES = {
  en: { name: 'English', englishName: 'English', locale: 'en-IN' },
  ta: { name: 'தமிழ்', englishName: 'Tamil', locale: 'ta-IN' },
  hi: { name: 'हिन्दी', englishName: 'Hindi', locale: 'hi-IN' },
} as const satisfies Record<string, LanguageDefinition>
export type Language = keyof typeof LANGUAGES
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as [Language, ...Language[]]
export const DEFAULT_LANGUAGE = 'en'
export type TranslatedLanguage = Exclude<Language, typeof DEFAULT_LANGUAGE>
/** The languages into which texts are translated. */
export const TRANSLATED_LANGUAGES = LANGUAGE_CODES.filter(
  (language): language is TranslatedLanguage => language !== DEFAULT_LANGUAGE,
)

export const findLanguage = (code: string | undefined): Language | undefined =>
  LANGUAGE_CODES.find((language) => language === code)

/** Whether a text has letters of another script than the English texts: those of the translated languages. */
export const hasOtherLetters = (text: string): boolean => /[^\p{Script=Latin}\P{L}]/u.test(text)

/** A browser shows one language, that of its document. A server sets it before it writes a text. */
let current: Language =
  (typeof document === 'undefined' ? undefined : findLanguage(document.documentElement.lang.split('-')[0])) ??
  DEFAULT_LANGUAGE

export const getLanguage = (): Language => current
export const getLocale = (): string => LANGUAGES[current].locale

/** Returns what `write` returns with the texts of a language. It must not wait for anything: other texts would get the language, too. */
export function inLanguage<Result>(language: Language, write: () => Result): Result {
  const before = current
  current = language
  try {
    return write()
  } finally {
    current = before
  }
}
