import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Kind, Specifications } from '#contracts/item/item.ts'
import { isInNumbers, withoutIndex } from '#server/database/sql-dialect.ts'
import { listKeys } from './quantities/store-known-keys.ts'
import {
  type SpecificationTerm,
  toNameSlugs,
  toSpecificationText,
  toValuePrefixes,
  toValueSlugs,
} from './specification-terms.ts'
import { findHits } from './store-hits.ts'
import type { ListSource } from './store-row-sets.ts'

/** So many items with one of the values, and so many with one of the numbers in the text, are read and rated. */
const MAX_CANDIDATES = 500
const MAX_WORDS = 4

/** An item that may have the terms, with the text that decides. */
export interface SpecificationCandidate {
  rowId: number
  text: string
}

/** The published items of a kind that have one of the terms as a value, or one of the numbers in name or description. */
export async function findSpecificationCandidates(
  source: ListSource,
  kind: Kind,
  terms: SpecificationTerm[],
): Promise<SpecificationCandidate[]> {
  const rowIds = [
    ...(await findByValues(source, kind, terms)),
    ...(await findByNumbersInText(source, kind, terms)),
  ]
  return readCandidates(source, rowIds)
}

/** The published items of a kind that have all words of two to four but one in name or description: 'cnc training'. */
export async function findCandidatesByOtherWords(
  source: ListSource,
  kind: Kind,
  terms: SpecificationTerm[],
): Promise<SpecificationCandidate[]> {
  const words = terms.map(({ text }) => text)
  if (words.length < 2 || words.length > MAX_WORDS || terms.some(({ type }) => type !== 'word')) return []
  const hits = await Promise.all(
    words.map((word) =>
      findFirst(
        source,
        kind,
        words.filter((other) => other !== word).map((other) => [other]),
      ),
    ),
  )
  return readCandidates(source, hits.flat())
}

async function readCandidates({ db }: ListSource, rowIds: number[]): Promise<SpecificationCandidate[]> {
  if (rowIds.length === 0) return []
  const rows = await db
    .selectFrom('item')
    .select(['row_id', 'search_text', 'specifications_json'])
    .where(isInNumbers('row_id', rowIds))
    .where(sql<SqlBool>`${withoutIndex('unpublished_at')} is null`)
    .orderBy('name_sort')
    .orderBy('id')
    .execute()
  return rows.map(({ row_id, search_text, specifications_json }) => ({
    rowId: row_id,
    text: toSpecificationText(search_text, JSON.parse(specifications_json) as Specifications),
  }))
}

/** Looks the values up under each key, because the index begins with the kind and the key. */
async function findByValues(source: ListSource, kind: Kind, terms: SpecificationTerm[]): Promise<number[]> {
  const slugs = toValueSlugs(terms)
  const keys = (await listKeys(source, kind)).map(({ key }) => key)
  if (slugs.length === 0 || keys.length === 0) return []
  const names = toNameSlugs(terms)
  const named = keys.filter((key) => names.includes(key.split('.')[0]!))
  const select = (of: string[], condition: RawBuilder<unknown>) => sql`
    select item_row_id from item_specification where kind = ${kind} and key in (${sql.join(of)}) and ${condition}`
  const queries = [
    ...(named.length > 0 ? [select(named, sql`1 = 1`)] : []),
    select(keys, sql`value_slug in (${sql.join(slugs)})`),
    // '.' follows '-'.
    ...toValuePrefixes(terms).map((prefix) =>
      select(keys, sql`value_slug >= ${`${prefix}-`} and value_slug < ${`${prefix}.`}`),
    ),
  ]
  const { rows } = await sql<{ item_row_id: number }>`
    select item_row_id from (${sql.join(queries, sql` union all `)}) as hit limit ${MAX_CANDIDATES}`.execute(
    source.db,
  )
  return rows.map(({ item_row_id }) => item_row_id)
}

async function findByNumbersInText(source: ListSource, kind: Kind, terms: SpecificationTerm[]) {
  const words = terms.filter(({ type }) => type === 'word').map(({ text }) => text)
  const numbers = terms.filter(({ type }) => type !== 'word').map(({ text }) => ` ${text}`)
  return numbers.length === 0 ? [] : findFirst(source, kind, [numbers, ...(words.length > 0 ? [words] : [])])
}

const findFirst = async (source: ListSource, kind: Kind, wordGroups: string[][]): Promise<number[]> =>
  (await findHits(source, kind, { wordGroups })).array().slice(0, MAX_CANDIDATES)
