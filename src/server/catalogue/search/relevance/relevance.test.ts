import { expect, test } from 'vitest'
import { isCommonWord } from '../question-words.ts'
import { TradeNames } from '../trade-names.ts'
import { readKinds, readTerms, TextIndex, weighTerm } from './relevance.ts'
import { toTokens } from './tokens.ts'

const TRADE_NAMES = new TradeNames()

const toText = (rowId: number, name: string, text: string, scope = '') => ({
  rowId,
  name: toTokens(name),
  head: toTokens(name.split(',')[0]!.split(' ').at(-1)!),
  scope: toTokens(scope),
  text: toTokens(text),
})

test.each([
  ['VDI30, 1,200 mm', ' vdi 30 1200 mm '],
  ['vmc-64o', ' vmc 640 '],
  ['2" bar', ' 2 inch bar '],
])('The tokens of %j are %j', (text, tokens) => {
  expect(toTokens(text)).toBe(tokens)
})

test('A search is read as names, types, sizes and words, without fillers, and what is looked for is marked', () => {
  const read = (search: string) =>
    readTerms(search, TRADE_NAMES).map(({ text, isHead }) => (isHead ? `*${text}` : text))
  expect(read('please send drive belt for CL 25')).toEqual(['*drive belt', 'cl 25'])
  expect(read('pump shaft turning lathe')).toEqual(['pump', 'shaft', 'turning', '*lathe'])
  expect(read('spindle nose A2-4')).toEqual(['spindle', '*nose', 'a2-4'])
  expect(read('mujhe chahiye 20 mm ka collet')).toEqual(['20 mm', '*collet'])
  expect(read('what is the price')).toEqual([])
})

test('A term is found in other forms and by other names; a name weighs more than a text', () => {
  const index = new TextIndex([
    toText(1, 'Slideway Scraping and Regrinding', 'Worn beds are ground.'),
    toText(2, 'Vee-belt Set, B 68', 'For the main drive.', 'CL 40 Capstan Lathe'),
    toText(3, 'CL 40 Capstan Lathe', 'Belt drive, slides scraped by hand.'),
  ])
  const find = (search: string) =>
    [...index.find(readTerms(search, TRADE_NAMES)[0]!)].sort(([, a], [, b]) => b - a)
  expect(find('scraped').map(([rowId]) => rowId)).toEqual([1, 3])
  expect(find('patta').map(([rowId]) => rowId)).toEqual([2, 3])
  expect(find('cl40').map(([rowId]) => rowId)).toEqual([3, 2])
  expect(find('b 68').map(([rowId]) => rowId)).toEqual([2])
  expect(find('40')).toHaveLength(2)
  expect(find('grease')).toEqual([])
})

test('A search speaks of a kind by its words, most by the one that is looked for', () => {
  const { machine, spare, service } = readKinds('cnc lathe with repair kit')
  expect(machine).toBeGreaterThan(service)
  expect(service).toBeGreaterThan(1)
  expect(spare).toBeGreaterThan(1)
  expect(readKinds('collet')).toEqual({ machine: 1, spare: 1, service: 1 })
})

test.each([
  ['coolant pump for VMC 850', 'spare', 'machine'],
  ['bush for vmc', 'spare', 'machine'],
  ['vmc ka pump', 'machine', 'service'],
  ['looking for lathe', 'machine', 'spare'],
  ['price for cnc lathe', 'machine', 'service'],
  ['enquiry for repair', 'service', 'machine'],
] as const)('The search %j speaks of a %s at least as much as of a %s', (search, more, less) => {
  const kinds = readKinds(search)
  expect(kinds[more]).toBeGreaterThanOrEqual(kinds[less])
})

test.each(['export', 'plants', 'studies', 'slipping', 'contract', 'kharab'])(
  '%j is no typing error',
  (word) => expect(isCommonWord(word)).toBe(true),
)

test.each(['chuk', 'trust', 'beating', 'colet'])('%j may be a typing error', (word) =>
  expect(isCommonWord(word)).toBe(false),
)

test('Words of a trade name that do not follow each other count less', () => {
  const item = (rowId: number, name: string) => ({ rowId, name, head: ' ', scope: ' ', text: ' ' })
  const index = new TextIndex([
    item(1, ' live centre pair '),
    item(2, ' turning centre with live tools '),
    item(3, ' live centres '),
  ])
  const [term] = readTerms('live centre', TRADE_NAMES)
  const found = index.find({ ...term!, isHead: false })
  expect(found.get(2)).toBeLessThan(found.get(1)!)
  expect(found.get(3)).toBe(found.get(1))
})

test('What most items have, such as the prefix of their codes, hardly counts, unless it is a trade word', () => {
  const weigh = (search: string, count: number) => weighTerm(readTerms(search, TRADE_NAMES)[0]!, count, 125)
  expect(weigh('kmt', 100)).toBeLessThan(0.1)
  expect(weigh('lathe', 81)).toBeGreaterThan(0.5)
  expect(weigh('kmt', 50)).toBeGreaterThan(0.5)
})
