import { DEFAULT_LANGUAGE, getLanguage } from '#messages/language.ts'

/** A letter that is not Latin. */
const OTHER_LETTER = /[^\p{Script=Latin}\P{L}]/u

/**
 * The attribute `lang` of a text that staff have written: English if it is not translated into the language of the page. The scripts
 * of the languages tell; one in Latin letters would need another way.
 */
export const langOf = (text: string): typeof DEFAULT_LANGUAGE | undefined =>
  getLanguage() === DEFAULT_LANGUAGE || OTHER_LETTER.test(text) ? undefined : DEFAULT_LANGUAGE
