import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { DEFAULT_CATEGORIES } from '#contracts/item/kind.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#messages/language.ts'
import type { Tx } from '#server/database/db.ts'
import { insertTranslations } from '#server/translations/store.ts'

/** The translations of a language by the English texts. */
const DemoTranslations = z.record(z.string(), z.string())

interface NamedItem {
  category?: string | undefined
  specifications: [name: string, value: string][]
}

/** Reads the translations of the demo from its folder. */
export async function readDemoTranslations(
  folder: string,
): Promise<[TranslatedLanguage, Record<string, string>][]> {
  return Promise.all(
    TRANSLATED_LANGUAGES.map(async (language) => {
      const json = await readFile(join(folder, 'translations', `${language}.json`), 'utf8')
      return [language, DemoTranslations.parse(JSON.parse(json))] as [
        TranslatedLanguage,
        Record<string, string>,
      ]
    }),
  )
}

/** Stores translations that nobody has reviewed who knows the language. */
export async function insertDemoTranslations(
  tx: Tx,
  translations: Awaited<ReturnType<typeof readDemoTranslations>>,
  { items, at }: { items: readonly NamedItem[]; at: string },
): Promise<void> {
  const labels = new Set([
    ...Object.values(DEFAULT_CATEGORIES),
    ...items.flatMap(({ category = '', specifications }) => [
      category,
      ...specifications.map(([name]) => name),
    ]),
  ])
  for (const [language, texts] of translations) {
    const rows = Object.entries(texts).map(([source, translation]) => ({
      language,
      source,
      translation,
      is_label: labels.has(source) ? 1 : 0,
      is_reviewed: 0,
      updated_at: at,
      by_name: 'Demo',
    }))
    if (rows.length > 0) await insertTranslations(tx, rows)
  }
}
