import { z } from 'zod'
import { TRANSLATED_LANGUAGES } from '#messages/language.ts'

export const TranslatedLanguage = z.enum(TRANSLATED_LANGUAGES)

/** The languages into which all texts of a page are translated. */
export const PageLanguages = z.array(TranslatedLanguage).optional().meta({
  description: 'The languages into which all texts of its page are translated; absent without any',
})
