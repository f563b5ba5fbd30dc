import { fold } from '#server/kernel/text.ts'
import { extractWords, normalizeQuery } from './query-parsing.ts'
import { TRADE_WORDS } from './trade-words.ts'

/** Other names for the thing searched, folded. Empty for most searches. */
export function findSynonyms(search: string): string[] {
  const text = fold(search)
  const group = TRADE_WORDS.find((names) => names.some((name) => text === name || text === `${name}s`))
  return (group ?? []).filter((name) => name !== text && !text.includes(name))
}

/** Whether a text is one of the names, in which no word is left out: 'screw machine'. */
export const isTradeName = (text: string): boolean => TRADE_WORDS.some((names) => names.includes(text))

const MAX_GROUPS = 8

const TRADE_NAMES_BY_LENGTH = TRADE_WORDS.flatMap((group) => group.map((name) => ({ name, group }))).sort(
  (a, b) => b.name.length - a.name.length,
)

const ATTACHED_UNIT = /(?<=\d)(?=(?:mm|cm|m|inch|kg|g|kw|w|hp|rpm|v|hz|a)$)/

/** British and American spellings, folded. */
const SPELLINGS: [british: string, american: string][] = [
  ['centre', 'center'],
  ['metre', 'meter'],
  ['litre', 'liter'],
  ['fibre', 'fiber'],
  ['aluminium', 'aluminum'],
  ['grey', 'gray'],
  ['colour', 'color'],
  ['mould', 'mold'],
  ['modernis', 'moderniz'],
  ['labour', 'labor'],
]

/** A folded word in British and American spelling, and sizes with a space: 'center' → 'center', 'centre'; '20mm' → '20 mm'. */
export function toSpellings(word: string): string[] {
  const spellings = new Set([word, word.replace(ATTACHED_UNIT, ' ')])
  for (const pair of SPELLINGS)
    for (const [index, spelling] of pair.entries())
      if (word.includes(spelling)) spellings.add(word.replace(spelling, pair[1 - index]!))
  return [...spellings]
}

/** A word, or the other names and spellings of what it means: 'toolpost' → 'tool post'. */
export const toNames = (word: string): string[] => [...new Set([...toSpellings(word), ...findSynonyms(word)])]

/** General names and the machines that are one, folded. They are not synonyms: a turning centre is a lathe. */
const GENERAL_NAMES: Record<string, string[]> = {
  lathe: ['lathe', 'turning centre', 'turning center'],
  'machining centre': ['machining centre', 'machining center', 'drill-tap'],
  'machining center': ['machining centre', 'machining center', 'drill-tap'],
  cnc: ['cnc', 'turning centre', 'machining centre', 'turning center', 'machining center'],
}

/** The words of a search with general names among them as groups. Empty if there are none, or a special name contains it. */
export function toGeneralGroups(search: string): string[][] {
  let text = ` ${normalizeQuery(search)} `
  const groups: string[][] = []
  for (const { name } of TRADE_NAMES_BY_LENGTH)
    if (!GENERAL_NAMES[name] && name.includes(' ') && text.includes(` ${name} `)) return []
  for (const [name, names] of Object.entries(GENERAL_NAMES)) {
    if (!text.includes(` ${name} `)) continue
    text = text.replace(` ${name} `, '  ')
    groups.push(names)
  }
  if (groups.length === 0) return []
  return [...groups, ...extractWords(text).map(toNames)].slice(0, MAX_GROUPS)
}
