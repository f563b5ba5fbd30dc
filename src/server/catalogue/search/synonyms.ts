import { fold } from '#server/kernel/text.ts'
import { extractWords, normalizeQuery } from './query-parsing.ts'
import { normalizeSizes } from './specification-terms.ts'

/** Names that the trade uses for the same thing, folded. A list uses them only if the text as typed finds nothing. */
export const SYNONYMS = [
  ['capstan lathe', 'turret lathe', 'capstan turret'],
  ['cnc lathe', 'turning centre', 'turning center', 'cnc turning'],
  ['vmc', 'machining centre', 'machining center', 'vertical machining', 'milling machine'],
  ['drill-tap', 'drilling and tapping', 'tapping centre', 'tapping center', 'drill tap'],
  ['single spindle automatic', 'automatic lathe', 'traub', 'sliding head', 'screw machine', 'spa'],
  ['collet', 'bush collet', 'spring collet'],
  ['three-jaw', '3 jaw', 'three jaw', '3-jaw'],
  ['four-jaw', '4 jaw', 'four jaw', '4-jaw'],
  ['lead screw', 'leadscrew', 'feed screw'],
  ['ball screw', 'ballscrew'],
  ['vee-belt', 'v belt', 'v-belt', 'vee belt'],
  ['timing belt', 'toothed belt'],
  ['tool post', 'toolpost'],
  ['tool holder', 'toolholder'],
  ['coolant pump', 'suds pump', 'cutting oil pump'],
  ['spindle bearing', 'angular contact bearing'],
  ['live tool', 'driven tool', 'live tooling', 'driven tooling', 'powered tool', 'rotating tool'],
  ['live centre', 'revolving centre', 'rotating centre', 'live center', 'revolving center'],
  ['gib', 'jib'],
  ['tailstock', 'tail stock'],
  ['headstock', 'head stock'],
  ['relocation', 'shifting', 'machine moving', 'rigging'],
  ['custom machining', 'job work', 'jobwork', 'contract machining'],
  ['maintenance', 'amc', 'annual maintenance', 'service contract', 'breakdown', 'repair'],
  ['reconditioning', 'overhaul', 'rebuild', 'refurbish'],
  ['spindle reconditioning', 'spindle repair', 'spindle overhaul', 'spindle rebuild'],
  ['installation', 'commissioning', 'erection'],
  ['retrofit', 'retrofitting', 'conversion', 'modernisation', 'modernization', 'upgrade', 'upgradation'],
  ['ball-bar', 'ballbar', 'ball bar'],
  ['parting', 'cut-off', 'cut off', 'cutting off'],
  [
    'parting tool',
    'parting off tool',
    'parting-off tool',
    'cut-off tool',
    'cut off tool',
    'cutting off tool',
  ],
]

/** Other names for the thing searched, folded. Empty for most searches. */
export function findSynonyms(search: string): string[] {
  const text = fold(search)
  const group = SYNONYMS.find((names) => names.some((name) => text === name || text === `${name}s`))
  return (group ?? []).filter((name) => name !== text && !text.includes(name))
}

/** Whether a text is one of the names, in which no word is left out: 'screw machine'. */
export const isTradeName = (text: string): boolean => SYNONYMS.some((names) => names.includes(text))

const MAX_GROUPS = 8

/**
 * The words of a search, with the trade words among them as groups of all names: 'cnc lathe with driven tools' → one of
 * 'cnc lathe', 'turning centre' …, and one of 'live tool', 'driven tool' …. Empty if there are no trade words.
 */
export function toTradeGroups(search: string): string[][] {
  let text = ` ${normalizeQuery(search)} `
  const groups: string[][] = []
  for (const names of TRADE_NAMES_BY_LENGTH) {
    if (!text.includes(` ${names.name} `)) continue
    text = text.replace(` ${names.name} `, ' ')
    // A 'spring collet' is no other 'collet'.
    groups.push(
      names.group.filter((other) => other === names.name || !` ${names.name} `.includes(` ${other} `)),
    )
  }
  const words = extractWords(text)
  // A single digit would match the beginning of any number.
  if (groups.length === 0 || words.some((word) => /^\d$/.test(word))) return []
  return [...groups, ...words.map(toSpellings)].slice(0, MAX_GROUPS)
}

const TRADE_NAMES_BY_LENGTH = SYNONYMS.flatMap((group) => group.map((name) => ({ name, group }))).sort(
  (a, b) => b.name.length - a.name.length,
)

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
  const spellings = new Set([word, normalizeSizes(word)])
  for (const pair of SPELLINGS)
    for (const [index, spelling] of pair.entries())
      if (word.includes(spelling)) spellings.add(word.replace(spelling, pair[1 - index]!))
  return [...spellings]
}

const MORSE_TAPER = /\bmorse(?: taper)?(?: no\.?)? ?(\d)\b/g
const TYPE = /^(\p{L}{1,3})-?(\d+)$/u

/**
 * The words of a search with the types among them as groups of all their forms: 'b-68 v-belt' → one of 'b68', 'b-68' and
 * 'b 68', and one of 'vee-belt', 'v belt' …. Empty if there are no types.
 */
export function toTypeGroups(search: string): string[][] {
  const text = fold(search).replace(MORSE_TAPER, 'mt$1')
  const tradeGroups = toTradeGroups(text)
  const groups = tradeGroups.length > 0 ? tradeGroups : extractWords(text).map(toSpellings)
  const isType = ([word = '']: string[]) => TYPE.test(word)
  if (!groups.some(isType)) return []
  return groups
    .map((group) =>
      isType(group)
        ? [group[0]!.replace(TYPE, '$1$2'), ...SEPARATED.map((form) => group[0]!.replace(TYPE, form))]
        : group,
    )
    .slice(0, MAX_GROUPS)
}

const SEPARATED = ['$1-$2', '$1 $2']

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

/** A search in British spelling: 'aluminum bronze' → 'aluminium bronze'. */
export const toBritish = (search: string): string =>
  SPELLINGS.reduce((text, [british, american]) => text.replaceAll(american, british), fold(search))
