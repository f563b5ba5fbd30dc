import { hash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#messages/language.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import type { Tables } from '#server/database/tables.ts'

type Row = Selectable<Tables['translation']>

/** A translation of an English text of the content. */
export interface StoredTranslation {
  translation: string
  isLabel: boolean
  isReviewed: boolean
}

/** The translations of all languages by their English texts. */
export type Translations = ReadonlyMap<TranslatedLanguage, ReadonlyMap<string, StoredTranslation>>

/** A primary key has a limit on PostgreSQL, which a text can exceed. */
const toHash = (source: string): string => hash('sha256', source, 'base64url').slice(0, 24)

export async function listTranslations(db: Db): Promise<Translations> {
  const rows = await db
    .selectFrom('translation')
    .select(['language', 'source', 'translation', 'is_label', 'is_reviewed'])
    .execute()
  const translations = new Map(
    TRANSLATED_LANGUAGES.map((language) => [language, new Map<string, StoredTranslation>()]),
  )
  for (const { language, source, translation, is_label, is_reviewed } of rows)
    translations
      .get(language)
      ?.set(source, { translation, isLabel: is_label === 1, isReviewed: is_reviewed === 1 })
  return translations
}

/** Returns a translation; '' for none. */
export async function findTranslation(
  db: Db,
  { language, source }: Pick<Row, 'language' | 'source'>,
): Promise<string> {
  const row = await db
    .selectFrom('translation')
    .select('translation')
    .where('language', '=', language)
    .where('hash', '=', toHash(source))
    .executeTakeFirst()
  return row?.translation ?? ''
}

/** Stores a translation, or removes it if it is ''. */
export async function writeTranslation(tx: Tx, row: Omit<Row, 'hash'>): Promise<void> {
  const { language, source, ...values } = row
  const key = { language, hash: toHash(source) }
  if (values.translation === '') {
    await tx.deleteFrom('translation').where('language', '=', language).where('hash', '=', key.hash).execute()
    return
  }
  await tx
    .insertInto('translation')
    .values({ ...key, source, ...values })
    .onConflict((conflict) => conflict.columns(['language', 'hash']).doUpdateSet(values))
    .execute()
}

/** Stores translations of an empty database. */
export async function insertTranslations(tx: Tx, rows: Omit<Row, 'hash'>[]): Promise<void> {
  const hashed = rows.map((row) => ({ ...row, hash: toHash(row.source) }))
  await insertRows(tx, 'translation', hashed).execute()
}
