import { KINDS } from '#contracts/item/kind.ts'
import { findNearestWords, getEditTolerance } from './query-parsing.ts'
import { findSimilarWords } from './store-derived-data.ts'
import { hasHits } from './store-hits.ts'
import type { ListSource } from './store-row-sets.ts'

/** For each word, itself if it has hits, else the most similar known words. Words without either are left out. */
export async function findSpellings(source: ListSource, words: string[]): Promise<string[][]> {
  const groups = words.map((word) =>
    source.rowSets.getList(`spellings of ${word}`, async () => {
      if (await hasHits(source, { wordGroups: [[word]] }, KINDS)) return [word]
      const tolerance = getEditTolerance(word)
      return tolerance === 0 ? [] : findNearestWords(word, await findSimilarWords(source.db, word, tolerance))
    }),
  )
  return (await Promise.all(groups)).filter((group) => group.length > 0)
}
