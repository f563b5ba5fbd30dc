import { DEFAULT_LANGUAGE, getLanguage, hasOtherLetters } from '#messages/language.ts'

/**
 * The attribute `lang` of a text that staff have written: English if it is not translated into the language of the page. The scripts
 * of the languages tell; one in Latin letters would need another way.
 */
export const langOf = (text: string): typeof DEFAULT_LANGUAGE | undefined =>
  getLanguage() === DEFAULT_LANGUAGE || hasOtherLetters(text) ? undefined : DEFAULT_LANGUAGE
