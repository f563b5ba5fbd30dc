import { expect, test } from 'vitest'
import { DEFAULT_SITE_CONTENT } from '#contracts/site-content/default-site-content.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import { describeNumbers, hasAutomaticNumbers, resolveNumbers } from './automatic-numbers.ts'

const NUMBERS = {
  machine: 16,
  spare: 1234,
  service: 9,
  machinePrices: { from: 48_500_000, to: 450_000_000 },
}
const AUTOMATIC: SiteContent = {
  ...DEFAULT_SITE_CONTENT,
  statistics: [
    { value: 20, source: 'typed', suffix: '+', label: 'Years Experience' },
    { value: 15, source: 'machine', suffix: '', label: 'Product Models' },
    { value: 0, source: 'item', suffix: '', label: 'Products' },
  ],
  catalogue: { ...DEFAULT_SITE_CONTENT.catalogue, sparesTileSource: 'spare' },
  chat: {
    ...DEFAULT_SITE_CONTENT.chat,
    machinePrices: { from: '1', to: '2', source: 'machinePrices' },
  },
}

test('Numbers that follow the catalogue are the present ones, and typed ones stay', () => {
  const { statistics, catalogue, chat } = resolveNumbers(AUTOMATIC, NUMBERS)
  expect(statistics.map(({ value }) => value)).toEqual([20, 16, 1259])
  expect(catalogue.sparesTile).toBe('1,234')
  expect(chat.machinePrices).toMatchObject({ from: '4,85,000', to: '45,00,000' })
  expect(describeNumbers(NUMBERS)).toEqual({
    machine: '16',
    spare: '1,234',
    service: '9',
    item: '1,259',
    machinePrices: '4,85,000 to 45,00,000',
  })
})

test('The content of a new site has typed numbers only, which the catalogue does not change', () => {
  expect(hasAutomaticNumbers(DEFAULT_SITE_CONTENT)).toBe(false)
  expect(hasAutomaticNumbers(AUTOMATIC)).toBe(true)
  expect(resolveNumbers(DEFAULT_SITE_CONTENT, NUMBERS)).toEqual(DEFAULT_SITE_CONTENT)
})

test('Without a machine that has a price, the typed prices stay', () => {
  const numbers = { ...NUMBERS, machinePrices: null }
  expect(resolveNumbers(AUTOMATIC, numbers).chat.machinePrices).toMatchObject({ from: '1', to: '2' })
  expect(describeNumbers(numbers)).not.toHaveProperty('machinePrices')
})
