import type { DatabaseSync } from 'node:sqlite'
import {
  extractSpecificationValues,
  getPartNumber,
} from '#server/catalogue/search/quantities/specification-values.ts'
import { toWordNgrams } from '#server/catalogue/search/query-parsing.ts'
import { extractVocabulary, toSearchCodes } from '#server/catalogue/search/store-derived-data.ts'
import { toSearchText } from '#server/database/search/search-expression.ts'
import { fold, slugify } from '#server/kernel/text.ts'
import { generatePart, type Part } from './part-generator.ts'

const CREATED_AT = '2026-01-01T00:00:00.000Z'
const IMAGES_PER_ITEM = 2
/**
 * Adds generated spare parts, with their derived data, until the catalogue contains `items`. Indexes are created once at
 * the end, so that a million rows take minutes instead of an hour.
 */
export function seedCatalogue(sqlite: DatabaseSync, items: number): void {
  const { present } = sqlite.prepare('select count(*) as present from item').get() as { present: number }
  const pictures = sqlite
    .prepare('select id from media order by id')
    .all()
    .map(({ id }) => String(id))
  sqlite.exec('begin immediate')
  const restore = dropIndexes(sqlite)
  const words = new Set<string>()
  const add = createInserter(sqlite, pictures)
  for (let index = present; index < items; index++) {
    const part = generatePart(index)
    add(index, part)
    for (const word of extractVocabulary(part)) words.add(word)
  }
  const insertWord = sqlite.prepare(
    'insert into search_word (ngram, word) values (?, ?) on conflict do nothing',
  )
  for (const word of words) for (const ngram of toWordNgrams(word)) insertWord.run(ngram, word)
  restore()
  sqlite.exec(`insert into item_text(item_text) values ('rebuild')`)
  sqlite.exec('commit')
  sqlite.exec('pragma wal_checkpoint(truncate)')
}

/** Drops indexes and triggers that would be updated row by row. Returns a function that restores them. */
function dropIndexes(sqlite: DatabaseSync): () => void {
  const found = sqlite
    .prepare(
      `select type, name, sql from sqlite_master
       where tbl_name in ('item', 'item_specification') and type in ('index', 'trigger') and sql is not null`,
    )
    .all()
  for (const { type, name } of found) sqlite.exec(`drop ${type} ${name}`)
  return () => {
    for (const { sql } of found) sqlite.exec(String(sql))
  }
}

function createInserter(sqlite: DatabaseSync, pictures: string[]): (index: number, part: Part) => void {
  const item = sqlite.prepare(
    `insert into item (id, kind, slug, name, name_sort, description, category, brand, price_paise, features_json,
       specifications_json, images_json, is_featured, is_demo, search_text, search_codes, part_number,
       revision, created_at, updated_at, state)
     values (?, 'spare', ?, ?, ?, ?, ?, null, ?, ?, ?, ?, ?, 0, ?, ?, ?, 1, ?, ?, 'published')`,
  )
  const specificationRow = sqlite.prepare(
    `insert into item_specification (item_row_id, kind, key, label, unit, max_value, min_value, value_slug, text_value) values (:item_row_id, 'spare', :key, :label, :unit, :max_value, :min_value, :value_slug, :text_value)`,
  )
  return (index, part) => {
    const { name, description, category, pricePaise, features, specifications } = part
    const withCode = { name, commercial: { code: null }, specifications }
    const images = Array.from(
      { length: IMAGES_PER_ITEM },
      (_, slot) => pictures[(index * 7 + slot) % pictures.length],
    ).filter((id) => id !== undefined)
    const { lastInsertRowid } = item.run(
      `bench-${index}`,
      `${slugify(name)}-${index}`,
      name,
      fold(name),
      description,
      category,
      pricePaise,
      JSON.stringify(features),
      JSON.stringify(specifications),
      JSON.stringify(images),
      Number(part.featured),
      toSearchText(fold(name), fold(description)),
      toSearchCodes(withCode),
      getPartNumber(withCode),
      CREATED_AT,
      CREATED_AT,
    )
    for (const value of extractSpecificationValues(specifications))
      specificationRow.run({ ...value, item_row_id: lastInsertRowid })
  }
}
