import { hasOtherLetters } from '#messages/language.ts'

/** Longer texts are sentences, whose words do not follow each other as in English. */
const MAX_WORDS = 5
/** Each word is compared with each English one: names and features are enough. */
const MAX_COMPARED = 12
/** Shorter beginnings are those of too many words. */
const MIN_STEM = 3

/** What the translations of a catalogue seldom have: units, trade words of the country, and what buyers ask for. */
const COMMON_WORDS: readonly TranslatedText[] = [
  ...toTexts('mm', 'மிமீ, மி மீ, மில்லிமீட்டர், எம்எம், मिमी, मि मी, मिलीमीटर, एमएम'),
  ...toTexts('inch', 'இன்ச், அங்குலம், इंच'),
  ...toTexts('kg', 'கிலோ, கிகி, किलो, किग्रा'),
  ...toTexts('hp', 'எச்பி, குதிரைத்திறன், एचपी'),
  ...toTexts('lakh', 'லட்சம், लाख'),
  ...toTexts('price', 'விலை, दाम, कीमत, भाव'),
  ...toTexts('cnc', 'சிஎன்சி, सीएनसी'),
  ...toTexts('vmc', 'விஎம்சி, वीएमसी'),
  ...toTexts('cl', 'சிஎல், सीएल'),
  ...toTexts('machine', 'இயந்திரம், எந்திரம், மெஷின், मशीन, यंत्र'),
  ...toTexts('lathe', 'கடைசல், கடைசல் இயந்திரம், கடைசல் மெஷின், खराद, खराद मशीन'),
  ...toTexts('bar', 'கம்பி, ராடு, छड़, सरिया, रॉड'),
  ...toTexts('belt', 'பட்டை, வார், पट्टा'),
  ...toTexts('gear', 'பற்சக்கரம், கியர், गरारी, गियर'),
  ...toTexts('brass', 'பித்தளை, पीतल'),
  ...toTexts('steel', 'எஃகு, இஸ்பாத்து, इस्पात'),
  ...toTexts('thread', 'மரை, மறை, चूड़ी'),
  ...toTexts('repair', 'பழுது, சரிசெய்தல், मरम्मत'),
  ...toTexts('maintenance', 'பராமரிப்பு, रखरखाव'),
  ...toTexts('annual maintenance contract', 'வருடாந்திர பராமரிப்பு, ஆண்டு பராமரிப்பு, वार्षिक रखरखाव'),
  ...toTexts('training', 'பயிற்சி, प्रशिक्षण'),
  ...toTexts('installation', 'நிறுவல், நிறுவுதல், இன்ஸ்டால், स्थापना, इंस्टॉल'),
  ...toTexts('shifting', 'இடமாற்றம், ஷிஃப்டிங், शिफ्टिंग'),
  ...toTexts('oil leak', 'எண்ணெய் கசிவு, ஆயில் லீக், तेल लीक'),
  ...toTexts('second hand', 'பழைய, पुरानी, पुराना'),
]

function toTexts(english: string, translations: string): TranslatedText[] {
  return translations.split(', ').map((translation) => [english, translation])
}

/** English words and a text with the same meaning in another language. */
export type TranslatedText = readonly [english: string, translation: string]

interface EnglishSearch {
  english: string
  /** The words that are not known. */
  unknown: string[]
}

/**
 * What words of other scripts mean in English, learned from the translations of short texts: those with as many words as the
 * English text have them in its order, as 'CL 25 கேப்ஸ்டன் லேத்' has those of 'CL 25 Capstan Lathe'.
 */
export class TranslatedWords {
  /** By stem, so that a word with an ending is found: 'லேத்துக்கு' is 'லேத்'. */
  readonly #english: ReadonlyMap<string, string>
  /** By the consonants alone, so that a vowel that is written in another way is found, too: 'டர்ரெட்' is 'டரட்'. */
  readonly #bySkeleton: ReadonlyMap<string, string>
  readonly #phrases: ReadonlyMap<string, string>
  readonly #longest: number

  constructor(texts: Iterable<TranslatedText>) {
    const votes: Votes = new Map()
    const phrases = new Map<string, string>()
    let longest = 1
    for (const [english, translation] of [...COMMON_WORDS, ...texts]) {
      const [words, others] = [splitWords(english), splitWords(translation)]
      if (others.length <= MAX_COMPARED) voteBySound(votes, words, others)
      if (others.length > MAX_WORDS) continue
      phrases.set(others.map(toStem).join(' '), english)
      longest = Math.max(longest, others.length)
      if (words.length !== others.length) continue
      for (const [index, other] of others.entries()) vote(votes, other, words[index]!)
    }
    this.#phrases = phrases
    this.#longest = longest
    this.#english = new Map(
      [...votes].flatMap(([stem, counts]) => {
        const english = getMajority(counts)
        return english === undefined ? [] : [[stem, english]]
      }),
    )
    this.#bySkeleton = new Map([...this.#english].map(([stem, english]) => [toSkeleton(stem), english]))
  }

  /**
   * Returns a search with English words instead of those of another script that are known, and without those that are not;
   * unchanged if none is known.
   */
  toEnglish(search: string): EnglishSearch {
    if (!hasOtherLetters(search)) return { english: search, unknown: [] }
    const words = splitWords(search.replace(OTHER_DIGIT, toLatinDigit))
    const english: string[] = []
    const unknown: string[] = []
    for (let start = 0; start < words.length; ) {
      const length = this.#findPhrase(words, start)
      const phrase = words.slice(start, start + length)
      const translated =
        this.#phrases.get(phrase.map(toStem).join(' ')) ?? this.#translateWord(phrase.join(' '))
      if (translated === undefined) unknown.push(...phrase)
      else english.push(translated)
      start += length
    }
    const isKnown = unknown.length < words.length && english.some((word) => !words.includes(word))
    return isKnown ? { english: english.join(' '), unknown } : { english: search, unknown: [] }
  }

  /** The number of words of the longest known phrase that begins here; 1 without any. */
  #findPhrase(words: readonly string[], start: number): number {
    for (let length = Math.min(this.#longest, words.length - start); length > 1; length--) {
      const stems = words.slice(start, start + length).map(toStem)
      if (this.#phrases.has(stems.join(' '))) return length
    }
    return 1
  }

  /** Undefined for a word of another script that is not known. */
  #translateWord(word: string): string | undefined {
    if (!hasOtherLetters(word)) return word
    const stem = toStem(word)
    const skeleton = toSkeleton(stem)
    const bySound = skeleton.length < MIN_STEM ? undefined : this.#bySkeleton.get(skeleton)
    return (
      this.#english.get(stem) ??
      bySound ??
      findBeginning(this.#english, stem) ??
      findBeginning(this.#bySkeleton, skeleton)
    )
  }
}

/** What the longest known beginning of a word means: words have endings. */
function findBeginning(known: ReadonlyMap<string, string>, stem: string): string | undefined {
  for (let length = stem.length - 1; length >= MIN_STEM; length--) {
    const english = known.get(stem.slice(0, length))
    if (english !== undefined) return english
  }
  return undefined
}

/** The digits of Devanagari and Tamil. */
const OTHER_DIGIT = /[\u0966-\u096f\u0be6-\u0bef]/g
const toLatinDigit = (digit: string): string => String((digit.codePointAt(0)! - 0x66) & 0xf)

const splitWords = (text: string): string[] =>
  text.split(/[\s,.;:()/?!।-]+/).filter((word) => word && !FILLERS.has(word.normalize('NFD')))

/**
 * A word in the form in which its spellings agree: without joiners, nukta and final vowel signs; a nasal is written in one way.
 */
function toStem(word: string): string {
  const spelt = word
    .normalize('NFD')
    .toLowerCase()
    .replace(/\u200c|\u200d|\u093c/g, '')
    .replace(/\u0901|[ङञणनम]\u094d(?=[क-ह])/g, '\u0902')
  let end = spelt.length
  while (end > 2 && VOWEL_SIGN.test(spelt[end - 1]!)) end--
  return spelt.slice(0, end)
}

const VOWEL_SIGN = /[\p{Mn}\p{Mc}]/u

/** The consonants of a stem, each once. */
const toSkeleton = (stem: string): string => stem.replace(/[\p{Mn}\p{Mc}]/gu, '').replace(/(.)\1+/gu, '$1')

/** Words of sentences that no catalogue answers by, in Hindi and Tamil. */
const FILLERS = new Set(
  'का की के को में से पर और है हैं हूँ ने तक लिए लिये वाला वाली वाले चाहिए करना करवानी கொண்ட என்ன எவ்வளவு வேண்டும் வேணும் உள்ள ஒரு மற்றும் க்கு ஆன'
    .split(' ')
    .map((word) => word.normalize('NFD')),
)

/** Words that say nothing by themselves, for which another language has endings or a word elsewhere. */
const EMPTY_WORDS = new Set('a an and are at by for from in is it of on or out per the to up with'.split(' '))

/** A trade word is usually the English one in other letters, wherever it stands in the sentence. */
const SOUND_WEIGHT = 5

function voteBySound(votes: Votes, words: readonly string[], others: readonly string[]): void {
  const sounds = words.map((word) => toLatinSounds(word.toLowerCase()))
  for (const other of others) {
    const sound = toSounds(toStem(other))
    if (sound.length < 2 || !hasOtherLetters(other)) continue
    for (const [index, english] of words.entries())
      if (sound === sounds[index] || (sound.length > 3 && sounds[index]!.startsWith(sound)))
        vote(votes, other, english, SOUND_WEIGHT)
  }
}

/** Consonants that sound alike, each group with the letter that stands for it. Tamil writes k and g, t and d, p and b alike. */
const SOUNDS: [sound: string, letters: string][] = [
  ['k', 'cgkqகकखगघ'],
  ['s', 'sjzசஜஷஸचछजझशषस'],
  ['t', 'tdடதटठडढतथदध'],
  ['n', 'nஙஞணநனङञणनं'],
  ['p', 'pbfபफपबभ'],
  ['m', 'mமम'],
  ['r', 'rரறर'],
  ['l', 'lலழளलळ'],
  ['v', 'vwவव'],
]
const SOUND_OF = new Map(SOUNDS.flatMap(([sound, letters]) => [...letters].map((letter) => [letter, sound])))

const toSounds = (text: string): string =>
  [...text]
    .map((letter) => SOUND_OF.get(letter) ?? '')
    .join('')
    .replace(/(.)\1+/g, '$1')
/** Without letters that are not heard or are two sounds. */
const toLatinSounds = (word: string): string =>
  toSounds(
    word
      .replaceAll('x', 'ks')
      .replace(/c(?=[eiy])/g, 's')
      .replace(/ch|sh|tio/g, 's')
      .replace(/ng(?![aeiou])/g, 'n'),
  )

type Votes = Map<string, Map<string, number>>

function vote(votes: Votes, other: string, english: string, weight = 1): void {
  const stem = toStem(other)
  if (!hasOtherLetters(other) || stem.length < 2) return
  if (!/\p{L}/u.test(english) || EMPTY_WORDS.has(english.toLowerCase())) return
  const counts = votes.get(stem) ?? new Map<string, number>()
  const word = english.toLowerCase()
  counts.set(word, (counts.get(word) ?? 0) + weight)
  votes.set(stem, counts)
}

/** The English word of at least half of the texts, whose capitals do not matter. */
function getMajority(counts: ReadonlyMap<string, number>): string | undefined {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const [word, count] = [...counts].reduce((best, other) => (other[1] > best[1] ? other : best))
  return count * 2 >= total ? word : undefined
}
