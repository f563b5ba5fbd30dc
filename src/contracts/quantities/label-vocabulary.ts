import type { Dimension } from './definitions.ts'

/* What the words of names of specifications mean to searches and comparisons. */

/** Words of a search that name a dimension, so that they say nothing about which of its specifications is meant. */
export const DIMENSION_WORDS: Partial<Record<Dimension, readonly string[]>> = {
  power: ['motor', 'power', 'drive'],
  rotation: ['speed', 'rpm'],
  mass: ['weight', 'weighing'],
  temperature: ['temperature'],
  voltage: ['voltage', 'supply'],
  sound: ['noise'],
}

/** Words of names that do not distinguish them in a search. They are left out before synonyms are compared. */
export const FILLER_LABEL_WORDS: ReadonlySet<string> = new Set(
  'max maximum min minimum capacity dia diameter size total nominal standard over of the to in at and per for with net'.split(
    ' ',
  ),
)

/** Words of names that mean the same in a search. */
export const LABEL_WORD_SYNONYMS: readonly (readonly string[])[] = [
  'travel stroke traverse',
  'rapid traverse',
  'centre center',
  'bar rod stock',
  'hole bore',
  'hex hexagon hexagonal',
  'accuracy accurate precision',
  'runout out',
  'station post',
  'changer atc magazine',
  'weight weighing heavy',
].map((words) => words.split(' '))
