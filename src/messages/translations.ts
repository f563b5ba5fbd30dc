import { DEFAULT_LANGUAGE, type Language, type TranslatedLanguage } from './language.ts'
import hi from './languages/hi.json' with { type: 'json' }
import ta from './languages/ta.json' with { type: 'json' }

/** By the English text; a text without one is shown in English. */
const MESSAGES: Record<TranslatedLanguage, Readonly<Record<string, string>>> = { ta, hi }

/** Returns a message in a language, in English if it has no translation. */
export const translate = (text: string, language: Language): string =>
  language === DEFAULT_LANGUAGE ? text : (MESSAGES[language][text] ?? text)
