import { setImmediate as nextTurn } from 'node:timers/promises'
import { TypedFastBitSet } from 'typedfastbitset'
import { DOCUMENT_LANGUAGE_LABELS, DOCUMENT_TYPE_LABELS } from '#contracts/files/document-labels.ts'
import type { Specifications } from '#contracts/item/item.ts'
import { KINDS, type Kind } from '#contracts/item/kind.ts'
import type { Db } from '#server/database/db.ts'
import { isInNumbers } from '#server/database/sql-dialect.ts'
import { editDistance } from '#server/kernel/text.ts'
import { FILLER_WORDS, isCommonWord } from '../question-words.ts'
import { findHits, getPublished } from '../store-hits.ts'
import type { ListSource, RowSet } from '../store-row-sets.ts'
import { findSpellings } from '../store-spellings.ts'
import { type ItemText, readKinds, readTerms, type SearchTerm, TextIndex, weighTerm } from './relevance.ts'
import { toTokens } from './tokens.ts'

/** Of a kind with more items, those are ranked that the search index finds for the rarest terms. */
const MAX_INDEXED = 2000
const MAX_CANDIDATES = 100
/** After so many items other requests are handled. */
const BATCH_SIZE = 100
/** Of a kind with more items, so many results are put in order. */
const MAX_ORDERED = 50
/** A text of an item and its entries in the index take about this much. */
const BYTES_PER_ITEM = 4000
/** 'Weight of CL 40' is about a CL 40. */
const WITHOUT_TYPE = 0.6
/** The share of a search that an item must have. */
const MIN_RATING = 0.2
/** Items with this share of the best score are results, too. */
const NEAR_BEST = 0.75
const UNKNOWN_CODE = 4
const MAX_TERMS_OF_PHRASE = 4
const UNKNOWN_IN_SENTENCE = 0.3
/** In a large catalogue nobody counts who has a word of one or two characters. */
const WEIGHT_OF_SHORT = 0.5
/** A corrected word may have meant something else. */
const CORRECTED = 0.85
const MIN_CORRECTED = 5
/** 'injection' is no 'inspection'. */
const MIN_LENGTH_WITH_TWO_EDITS = 10

/** The items that answer a search in words best. */
export interface Ranking {
  rowIds: number[]
  /** The terms that the best ones have, and those that they lack, as typed. */
  found: string[]
  ignored: string[]
  /** How much of the search the best have: 1 is all of it; what a name says counts more. */
  rating: number
}

/** Undefined if no item of the kind has enough of the search. */
export async function rankItems(
  source: ListSource,
  kind: Kind,
  search: string,
): Promise<Ranking | undefined> {
  const [ranking] = await source.rowSets.getList(`${kind} ranked by ${search}`, async () => {
    const found = await rank(source, kind, search)
    return found ? [found] : []
  })
  return ranking
}

async function rank(source: ListSource, kind: Kind, search: string): Promise<Ranking | undefined> {
  const weighted = await weighTerms(source, search)
  const total = sumWeights(weighted)
  const { index, together } = await getIndex(source, kind, weighted)
  const { scores, matches } = score(index, weighted)
  const bestScore = Math.max(0, ...scores.values())
  if (total === 0 || bestScore / total < MIN_RATING) return undefined
  const listAbove = (share: number) =>
    [...scores].flatMap(([rowId, score]) => (score >= bestScore * share - 1e-9 ? [rowId] : []))
  const best = listAbove(1)
  const isFound = ({ rows }: (typeof matches)[number]) => best.some((rowId) => rows.has(rowId))
  return {
    rowIds: together
      ? together.new_union(new TypedFastBitSet(listAbove(NEAR_BEST))).array()
      : listAbove(NEAR_BEST),
    found: matches.filter(isFound).map(({ term }) => nameTerm(index, term, best)),
    ignored: matches.filter((match) => !isFound(match)).map(({ term }) => term.text),
    rating: bestScore / total,
  }
}

/** A term as the best items have it: 'maintenance' for 'amc'. */
const nameTerm = (index: TextIndex, term: SearchTerm, best: number[]): string => {
  const used = term.alternatives.find((tokens) => {
    const rows = index.find({ ...term, alternatives: [tokens] })
    return best.some((rowId) => rows.has(rowId))
  })
  return used === undefined || used === term.alternatives[0] ? term.text : used.join(' ')
}

/** How well each of these items answers a search; undefined if they are many. */
export async function scoreItems(
  source: ListSource,
  kind: Kind,
  search: string,
  rows: RowSet,
): Promise<Map<number, number> | undefined> {
  const whole = await getWholeIndex(source, kind)
  if (!whole && rows.size() > MAX_ORDERED) return undefined
  const rowIds = rows.array()
  const index = whole ?? new TextIndex(await listTexts(source, rowIds))
  return score(index, await weighTerms(source, search)).scores
}

/** The sum of what each item has of the terms, and the items that have each term. */
function score(index: TextIndex, weighted: WeightedTerm[]) {
  const scores = new Map<number, number>()
  const matches = weighted.map(({ term, weight }) => {
    const rows = index.find(term)
    for (const [rowId, share] of rows) scores.set(rowId, (scores.get(rowId) ?? 0) + weight * share)
    return { term, rows }
  })
  return { scores, matches }
}

/**
 * How well an item answers a search, for comparison with items of other kinds: 0 is not at all, 1 has all words, and more has
 * them in its name or is of the kind that the search speaks of. `labels` are what a list requires of it besides.
 */
export async function rateItem(
  source: ListSource,
  kind: Kind,
  rowId: number,
  search: string,
  labels: readonly string[],
): Promise<number> {
  const weighted = await weighTerms(source, search)
  const [text] = await listTexts(source, [rowId])
  const total = sumWeights(weighted)
  if (!text || total === 0) return 0
  const ofName = new TextIndex([{ ...text, scope: ' ', text: ' ' }])
  const isNamed = weighted.some(({ term }) => ofName.find(term).size > 0)
  // 'CL 25 foundation plan' asks for the machine's, 'foundation plan' for anything.
  const scope = `${text.scope}${toTokens(labels.join(' ; '))}${isNamed ? text.documents : ''}`
  const index = new TextIndex([{ ...text, scope }])
  const types = weighted.filter(({ term, weight }) => weight > 0 && term.isType)
  const lacksTypes = types.length > 0 && types.every(({ term }) => index.find(term).size === 0)
  const rating = ((score(index, weighted).scores.get(rowId) ?? 0) / total) * readKinds(search)[kind]
  return lacksTypes ? rating * WITHOUT_TYPE : rating
}

/**
 * What no item has counts as much as the average of the other terms, less in a sentence; a code that no item has counts as
 * much as a rare word.
 */
function sumWeights(weighted: WeightedTerm[]): number {
  const known = weighted.filter(({ weight }) => weight > 0)
  const sum = known.reduce((total, { weight }) => total + weight, 0)
  const share = weighted.length > MAX_TERMS_OF_PHRASE ? UNKNOWN_IN_SENTENCE : 1
  const average = known.length === 0 ? 0 : (share * sum) / known.length
  const unknown = weighted.filter(({ weight }) => weight === 0)
  return unknown.reduce(
    (total, { term }) => total + (/\d{3}/.test(term.text) ? Math.max(average, UNKNOWN_CODE) : average),
    sum,
  )
}

interface WeightedTerm {
  term: SearchTerm
  weight: number
}

/** The terms of a search with their weights among the items of all kinds; unknown words are replaced by similar ones. */
const weighTerms = (source: ListSource, search: string): Promise<WeightedTerm[]> =>
  source.rowSets.getList(`terms of ${search}`, async () => {
    const counts = await Promise.all(KINDS.map(async (kind) => (await getPublished(source, kind)).size()))
    const total = counts.reduce((sum, count) => sum + count, 0)
    const areIndexed = (await Promise.all(KINDS.map((kind) => getWholeIndex(source, kind)))).every(Boolean)
    const machines = await getWholeIndex(source, 'machine')
    const weigh = async (term: SearchTerm) => {
      if (!areIndexed && !isLookedUp(term)) return WEIGHT_OF_SHORT
      const found = await Promise.all(KINDS.map((kind) => countItems(source, kind, term)))
      return weighTerm(
        term,
        found.reduce((sum, count) => sum + count, 0),
        total,
      )
    }
    return Promise.all(
      readTerms(search, source.tradeNames).map(async (read) => {
        const term = { ...read, isType: read.isType || (machines?.isNamed(read) ?? false) }
        const weight = await weigh(term)
        if (weight > 0 || term.isSize || term.text.length < MIN_CORRECTED || isCommonWord(term.text))
          return { term, weight }
        const corrected = await correct(source, term)
        return { term: corrected, weight: CORRECTED * (await weigh(corrected)) }
      }),
    )
  })

/** A term with the names or words in place of which it was probably typed. */
async function correct(source: ListSource, term: SearchTerm): Promise<SearchTerm> {
  const names = source.tradeNames.findMisspelt(term.text)
  if (names.length > 0) return { ...term, text: names[0]!.join(' '), alternatives: names }
  const [spellings = []] = await findSpellings(source, [term.text])
  const [text, ...others] = spellings.filter(
    (spelling) => !FILLER_WORDS.has(spelling) && isMeant(term.text, spelling),
  )
  return text === undefined ? term : { ...term, text, alternatives: [text, ...others].map((each) => [each]) }
}

/** Two words are the same if they differ in one place, or in two while they have the same letters but one, or are long. */
function isMeant(typed: string, known: string): boolean {
  const edits = editDistance(typed, known, 2)
  if (edits < 2) return true
  const missing = [...typed].reduce((rest, letter) => rest.replace(letter, ''), known)
  return edits === 2 && (typed.length >= MIN_LENGTH_WITH_TWO_EDITS || missing.length < 2)
}

async function countItems(source: ListSource, kind: Kind, term: SearchTerm): Promise<number> {
  const index = await getWholeIndex(source, kind)
  return index ? index.find(term).size : (await findInSearchIndex(source, kind, term)).size()
}

/** The index of a kind; of a large one that of the best candidates, with the items that have as many terms together. */
async function getIndex(
  source: ListSource,
  kind: Kind,
  terms: WeightedTerm[],
): Promise<{ index: TextIndex; together?: RowSet }> {
  const whole = await getWholeIndex(source, kind)
  if (whole) return { index: whole }
  const { rarest, together } = await findTogether(source, kind, terms)
  const first = (rows: RowSet) => rows.array().slice(0, MAX_CANDIDATES)
  const candidates = [...new Set([...first(together), ...first(rarest)])].slice(0, MAX_CANDIDATES)
  return { index: new TextIndex(await listTexts(source, candidates)), together }
}

async function getWholeIndex(source: ListSource, kind: Kind): Promise<TextIndex | undefined> {
  const published = await getPublished(source, kind)
  if (published.size() > MAX_INDEXED) return undefined
  return source.rowSets.getValue(
    `texts of ${kind}`,
    ({ size }) => size * BYTES_PER_ITEM,
    async () => {
      const index = new TextIndex()
      const rowIds = published.array()
      for (let start = 0; start < rowIds.length; start += BATCH_SIZE) {
        index.add(await listTexts(source, rowIds.slice(start, start + BATCH_SIZE)))
        await nextTurn()
      }
      return index
    },
  )
}

/** The items of a large kind that have the rarest term in name or description, and as many of the others as possible. */
async function findTogether(source: ListSource, kind: Kind, terms: WeightedTerm[]) {
  const known = terms.filter(({ term, weight }) => weight > 0 && isLookedUp(term))
  const found = await Promise.all(
    known.toSorted((a, b) => b.weight - a.weight).map(({ term }) => findInSearchIndex(source, kind, term)),
  )
  const [rarest = new TypedFastBitSet(), ...others] = found.filter((rows) => !rows.isEmpty())
  const together = others.reduce((all, rows) => {
    const both = all.new_intersection(rows)
    return both.isEmpty() ? all : both
  }, rarest)
  return { rarest, together }
}

/** The index would have to try every longer word that begins with such a token. */
const MIN_LOOKED_UP = 3
const isLookedUp = ({ alternatives }: SearchTerm): boolean =>
  alternatives.every((tokens) => tokens.some((token) => token.length >= MIN_LOOKED_UP))

async function findInSearchIndex(source: ListSource, kind: Kind, { alternatives }: SearchTerm) {
  const found = await Promise.all(
    alternatives.map((tokens) => {
      const wordGroups = tokens.filter((token) => token.length >= MIN_LOOKED_UP).map((token) => [token])
      return findHits(source, kind, wordGroups.length > 0 ? { wordGroups } : { rowIds: [] })
    }),
  )
  return found.reduce((all, rows) => all.new_union(rows))
}

/** The texts of items, and those of their documents, which are part of `text`. */
async function listTexts(
  { db }: ListSource,
  rowIds: number[],
): Promise<(ItemText & { documents: string })[]> {
  const rows = await db
    .selectFrom('item')
    .select([
      'row_id',
      'kind',
      'name',
      'code',
      'category',
      'description',
      'features_json',
      'specifications_json',
    ])
    .where(isInNumbers('row_id', rowIds))
    .execute()
  const fits = await db
    .selectFrom('item_relation')
    .innerJoin('item', 'item.row_id', 'item_relation.to_row_id')
    .select(['item_relation.from_row_id', 'item.name'])
    .where('item_relation.type', '=', 'fits')
    // What the name of a draft says is not public.
    .where('item.unpublished_at', 'is', null)
    .where(isInNumbers('item_relation.from_row_id', rowIds))
    .execute()
  const machines = Map.groupBy(fits, ({ from_row_id }) => from_row_id)
  const documents = await listDocumentTexts(db, rowIds)
  const join = (texts: string[]) => toTokens(texts.join(' ; '))
  return rows.map((row) => {
    const content = [
      ...(JSON.parse(row.features_json) as string[]),
      ...(JSON.parse(row.specifications_json) as Specifications).map((pair) => pair.join(' ')),
    ]
    const isService = row.kind === 'service'
    return {
      rowId: row.row_id,
      name: join([row.name, row.code ?? '']),
      head: toTokens(row.name.split(',')[0]!.split(' ').at(-1)!),
      scope: join([
        row.category,
        ...(isService ? content : (machines.get(row.row_id) ?? []).map(({ name }) => name)),
      ]),
      text: join([row.description, ...(isService ? [] : content), ...(documents.get(row.row_id) ?? [])]),
      documents: join(documents.get(row.row_id) ?? []),
    }
  })
}

/** Titles, types, languages and formats of the documents of items, by row id. */
async function listDocumentTexts(db: Db, rowIds: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('item_document')
    .innerJoin('item', 'item.id', 'item_document.item_id')
    .select(['item.row_id', 'title', 'type', 'language', 'format'])
    .where('item_document.deleted_at', 'is', null)
    .where(isInNumbers('item.row_id', rowIds))
    .execute()
  const texts = new Map<number, string[]>()
  for (const { row_id, title, type, language, format } of rows) {
    const words = [
      DOCUMENT_TYPE_LABELS[type],
      format,
      ...(language ? [DOCUMENT_LANGUAGE_LABELS[language]] : []),
    ]
    texts.set(row_id, [...(texts.get(row_id) ?? []), title, ...words])
  }
  return texts
}
