import { t } from '#messages/messages.ts'
import { formatRupees } from '../format.ts'
import type { Item } from '../item/parse-item.ts'
import { AVAILABILITY_TEXTS, formatUnitPrice, formatWarranty, listConditions } from '../item/terms.ts'
import { toStem } from '../stem.ts'

/* What an item of the catalogue states of what a question in the chat asks for. */

type StatedItem = Pick<Item, 'name' | 'description' | 'features' | 'specifications' | 'commercial' | 'price'>

/** Sentences of a description are quoted up to this many characters. */
const MAX_SENTENCE_LENGTH = 240
/** Of the asked words, a sentence must have this share. */
const MIN_SHARE = 0.5

/** Words that ask, and name no property. */
const ASKING = new Set(
  `about an and any highest lowest max maximum min minimum are available can cheap cost costs could does each for from give good has have how kind machine machines
  many much need needed needs one our part parts please possible price prices required requirement same send should
  spare spares tell that the their them there this type use used want what when where which will with work would you
  your do if in is it me my no not of on or so to up us we i be at as am`.split(/\s+/),
)

/** Words that ask for a property which tables call otherwise. */
const SYNONYMS: Record<string, string> = {
  rpm: 'speed',
  space: 'overall',
  floor: 'overall',
  dimension: 'size',
  weigh: 'weight',
  heavy: 'weight',
  power: 'motor',
  hp: 'motor',
}

/** 'The maximum weight of a job' is what a machine carries, not what it weighs. */
const LOAD = /\b(?:job|workpiece|component|load|carry|hold|lift|table)\b|\bcan (?:.{1,20} )?take\b/i
const OWN_WEIGHT = /^net weight$/i

const listWords = (text: string): string[] => text.toLowerCase().match(/\p{L}{2,}/gu) ?? []
const splitWords = (text: string): string[] => listWords(text).map(toStem)

/** What the terms of an item state, with the words that ask for each. */
const TERMS: [asked: RegExp, state: (item: StatedItem) => string | false | null][] = [
  [
    /\b(?:pric\w*|cost\w*|(?<!(?:feed|flow|gst|tax) )rates?|charges?|daam|vilai|how much|free)\b/i,
    ({ price, specifications, commercial: { unit } }) =>
      price === undefined
        ? (specifications.find(([label]) => /^price\b/i.test(label))?.join(': ') ?? null)
        : t('{price} before GST', {
            price: unit && unit !== 'each' ? formatUnitPrice(price, unit) : formatRupees(price),
          }),
  ],
  [/\bhsn\b/i, ({ commercial: { hsn } }) => hsn && t('HSN code {code}', { code: hsn })],
  [
    /\b(?:gst|tax)\b/i,
    ({ commercial: { gstRate } }) => gstRate !== null && t('GST {rate} %', { rate: gstRate }),
  ],
  [
    /\b(?:stock|available|availability|deliver\w*|lead time|how soon)\b/i,
    ({ commercial }) =>
      [commercial.availability && t(AVAILABILITY_TEXTS[commercial.availability]), listConditions(commercial)]
        .filter(Boolean)
        .join(', '),
  ],
  [/\b(?:warrant\w*|guarantee\w*)\b/i, ({ commercial }) => formatWarranty(commercial.warrantyMonths)],
]

/** What may cost something beside an item; the price of the item is no answer then, unless the item is this service. */
const OTHER_COST =
  /\b(?:freight|deliver|transport|shipping|insurance|install|training|maintenance|amc|repair|service|running|power)/i

/**
 * Returns what an item states of what a question asks for: its terms, the specifications that the question names, or else the
 * sentence of its description that has most words of the question. Empty if it asks for nothing of this.
 */
export function findAskedFacts(question: string, item: StatedItem): string[] {
  const other = OTHER_COST.exec(question)?.[0].toLowerCase()
  const isOtherCost = other !== undefined && !item.name.toLowerCase().includes(other)
  const terms = TERMS.slice(isOtherCost ? 1 : 0).flatMap(
    ([asked, state]) => (asked.test(question) && state(item)) || [],
  )
  const named = new Set(splitWords(item.name))
  const asked = listWords(question).flatMap((word, index, words): AskedWord[] =>
    ASKING.has(word) || named.has(toStem(word))
      ? []
      : [
          {
            forms: listForms(word),
            before: listForms(words[index - 1] ?? '').filter((form) => !named.has(form)),
          },
        ],
  )
  if (asked.length === 0) return terms
  const isLoad = LOAD.test(question)
  const specifications = listAskedSpecifications(
    isLoad
      ? asked.map((word) => (word.forms.includes('weight') ? { ...word, forms: ['load'] } : word))
      : asked,
    item.specifications.filter(([label]) => !isLoad || !OWN_WEIGHT.test(label)),
  )
  if (specifications.length > 0 || terms.length > 0) return [...terms, ...specifications]
  const sentence = findSentence(asked, new Set(splitWords(question)), item)
  return sentence ? [sentence] : []
}

/** A word of a question that is not in the name of the item. */
interface AskedWord {
  /** The word, and what tables call it. */
  forms: string[]
  /** The word before it; none if it only asks. */
  before: string[]
}

const listForms = (word: string): string[] =>
  word === '' || ASKING.has(word) ? [] : [word, ...(SYNONYMS[word] ? [SYNONYMS[word]] : [])].map(toStem)

/**
 * Specifications with the noun of their label, two words of it, or a word that no other label has; those with most words. A
 * noun with another word before it means something else: 'tank capacity' is no 'bar capacity'.
 */
function listAskedSpecifications(asked: AskedWord[], specifications: StatedItem['specifications']): string[] {
  const labels = specifications.map(([label]) => splitWords(label))
  const isIn = (words: string[], forms: string[]) => forms.some((form) => words.includes(form))
  const counts = labels.map((words) => {
    const found = asked.filter(
      ({ forms, before }) => isIn(words, forms) && (before.length === 0 || isIn(words, before)),
    )
    const isUnique = ({ forms }: AskedWord) => labels.filter((other) => isIn(other, forms)).length === 1
    const isMeant =
      found.length > 1 || found.some((word) => word.forms.includes(words.at(-1)!) || isUnique(word))
    return isMeant ? found.length : 0
  })
  const most = Math.max(0, ...counts)
  return specifications.flatMap(([label, value], index) =>
    most > 0 && counts[index] === most ? [`${label}: ${value}`] : [],
  )
}

/** The sentence with at least half of the asked words and most words of a question. */
function findSentence(
  asked: AskedWord[],
  words: ReadonlySet<string>,
  { description, features }: StatedItem,
): string | undefined {
  let best: string | undefined
  let most = 0
  for (const sentence of [...description.split(/(?<=[.!?])\s/), ...features]) {
    if (sentence.length > MAX_SENTENCE_LENGTH) continue
    const has = new Set(splitWords(sentence))
    const share = asked.filter(({ forms }) => forms.some((form) => has.has(form))).length / asked.length
    const count = [...words].filter((word) => has.has(word)).length
    if (share < MIN_SHARE || count <= most) continue
    best = sentence
    most = count
  }
  return best?.replace(/\.$/, '')
}
