import { hasWords } from '#contracts/fields/content-texts.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#messages/language.ts'
import type { Db } from '#server/database/db.ts'
import { type Events, memoizeUntilChange } from '#server/kernel/events.ts'
import type { ContentTranslator } from '#server/kernel/translation.ts'
import { listTranslations, type Translations } from './store.ts'

export interface Translator extends ContentTranslator {
  /** Reads all translations; they are kept in memory until content changes. */
  read(): Promise<Translations>
  /** The English texts with each of their translations. */
  listTexts(): Promise<[english: string, translation: string][]>
}

export function createTranslator(db: Db, events: Events): Translator {
  const read = memoizeUntilChange(events, () => listTranslations(db))
  const readLanguage = async (language: TranslatedLanguage) => (await read()).get(language)!
  return {
    read,
    async listTexts() {
      const all = [...(await read()).values()].flatMap((translations) => [...translations])
      return all.map(([english, { translation }]) => [english, translation])
    },
    async open(language) {
      const translations = await readLanguage(language)
      return (text) => translations.get(text)?.translation
    },
    async listLanguages(texts) {
      const translations = await read()
      return TRANSLATED_LANGUAGES.filter((language) =>
        texts.every((text) => translations.get(language)?.has(text) || !hasWords(text)),
      )
    },
    async listLabels(language) {
      const labels = [...(await readLanguage(language))].filter(([, { isLabel }]) => isLabel)
      return Object.fromEntries(labels.map(([source, { translation }]) => [source, translation]))
    },
  }
}
