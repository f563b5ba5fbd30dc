import { expect, test } from 'vitest'
import { DEFAULT_TRADE_WORDS, splitTradeWords } from '#contracts/catalogue/trade-words.ts'
import { fold } from '#server/kernel/text.ts'
import { TradeNames } from './trade-names.ts'

test('Synonyms of a search do not contain the search itself', () => {
  const names = new TradeNames()
  expect(names.findSynonyms('Turret lathes')).toContain('capstan lathe')
  expect(names.findSynonyms('ballscrew')).toEqual(['ball screw'])
  expect(names.findSynonyms('grease')).toEqual([])
})

test('A misspelt trade name is recognized without its spaces', () => {
  expect(new TradeNames().findMisspelt('balscrew')).toContainEqual(['ball', 'screw'])
  expect(new TradeNames().findMisspelt('belt')).toEqual([])
})

test('Trade words are the rows that staff saved, whatever their case, spaces and punctuation', () => {
  const names = new TradeNames(['Sprue  Cutter,  NIPPER ,', '§, ---', 'Ölwanne, sump'])
  expect(names.findSynonyms('nippers')).toEqual(['sprue cutter'])
  expect(names.has('sprue cutter')).toBe(true)
  expect(names.findSynonyms('sump')).toEqual([fold('Ölwanne')])
  expect(names.findSynonyms('belt')).toEqual([])
  expect(names.phrases.map(({ phrase }) => phrase)).toEqual(['sprue cutter', 'olwanne', 'nipper', 'sump'])
})

test('All trade words of a new site are folded, and none is in two rows', () => {
  const names = DEFAULT_TRADE_WORDS.flatMap(splitTradeWords)
  expect(names).toEqual(names.map(fold))
  expect(names).toEqual([...new Set(names)])
})
