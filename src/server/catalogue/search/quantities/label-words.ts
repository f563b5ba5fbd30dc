import { FILLER_LABEL_WORDS, LABEL_WORD_SYNONYMS } from '#contracts/quantities/label-vocabulary.ts'
import { normalizeQuery, splitWords } from '../query-words.ts'

/* The words of the names of specifications: pure functions. */

/** The words of a name that distinguish it. */
export const getLabelWords = (label: string): string[] =>
  toLabelWords(label.replace(/ h$/i, ' height').replace(/ w$/i, ' width')).filter(
    (word) => !FILLER_LABEL_WORDS.has(word) && word.length > 1,
  )

/** The words of a text, in the singular. */
export const toLabelWords = (text: string): string[] =>
  splitWords(normalizeQuery(text.replace(/[()[\]×]/g, ' ')))
    .flatMap((word) => word.split('-'))
    .map(toSingular)

/** 'speeds' → 'speed'. */
export const toSingular = (word: string): string => word.replace(/(?<=[^s]{3})s$/, '')

/** Whether two words of names mean the same: 'stroke' and 'travel'. */
export const isSameWord = (one: string, other: string): boolean =>
  one === other || LABEL_WORD_SYNONYMS.some((group) => group.includes(one) && group.includes(other))
