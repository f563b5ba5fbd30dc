import { describe, expect, test } from 'vitest'
import type { ItemFields } from '#contracts/item/item.ts'
import { createEmptyDraft } from './draft.ts'
import { arrangeImages, normalizeCategory, parseItemForm } from './rules.ts'

const FIELDS: ItemFields = {
  name: 'CL 25',
  description: 'Capstan lathe',
  specifications: '{"Swing":"320 mm","Bore":"26 mm"}',
}
const EXISTING = {
  ...createEmptyDraft('spare'),
  name: 'Belt',
  description: 'V-belt',
  category: 'Belts',
  brand: 'Kovai',
  pricePaise: 125_050,
  originalPricePaise: 150_000,
  features: ['Oil resistant'],
  specifications: [
    ['Width', '17 mm'],
    ['Length', '1,650 mm'],
  ] as [string, string][],
  featured: true,
  state: 'draft' as const,
}
/** Every form field but the required ones, empty. */
const EMPTY_FIELDS: Partial<ItemFields> = {
  category: '',
  brand: '',
  price: '',
  originalPrice: '',
  features: '',
  featured: '',
  draft: '',
}

test('A form field that is absent keeps the value of the item', () => {
  const { name, description } = EXISTING
  expect(parseItemForm('spare', { name, description }, [], EXISTING)).toEqual(EXISTING)
})

test('A form field that is empty clears the value of the item', () => {
  const { name, description, specifications } = EXISTING
  expect(parseItemForm('spare', { name, description, ...EMPTY_FIELDS }, [], EXISTING)).toEqual({
    ...createEmptyDraft('spare'),
    name,
    description,
    specifications,
  })
})

test('A form without optional fields gives a new item the defaults of its kind', () => {
  expect(parseItemForm('machine', FIELDS, ['a'.repeat(32)], createEmptyDraft('machine'))).toMatchObject({
    category: 'machine',
    brand: null,
    pricePaise: null,
    images: ['a'.repeat(32)],
    state: 'published',
  })
})

test.each([
  ['a category of 101 characters', { category: 'x'.repeat(101) }, /^The category can have at most 100/],
  ['a category with a null character', { category: 'a\0' }, /^The category cannot contain a null character/],
  ['a brand with a null character', { brand: 'a\0' }, /^The brand cannot contain a null character/],
  ['51 key features', { features: JSON.stringify(Array(51).fill('x')) }, /^At most 50 key features/],
])('[API-8] A form with %s is rejected', (_what, fields, message) => {
  const parse = () => parseItemForm('machine', { ...FIELDS, ...fields }, [], createEmptyDraft('machine'))
  expect(parse).toThrow(message)
})

describe('An entered category', () => {
  test.each([
    ['machine', 'Machine ', 'machine'],
    ['machine', 'MACHINE', 'machine'],
    ['spare', 'collets  and bar feed', 'Collets and bar feed'],
    ['spare', 'Drive  belts', 'Drive belts'],
  ] as const)('The entered category of a %s, %j, becomes %j', (kind, entered, expected) => {
    expect(normalizeCategory(kind, entered, ['Collets and bar feed'])).toBe(expected)
  })
})

test('Requested images are arranged in their order, and added files that are not named come last', () => {
  expect(arrangeImages(['a', 'b'], ['new1', 'new2'], ['file:1', 'b'])).toEqual(['new2', 'b', 'new1'])
  const eleven = Array.from({ length: 11 }, (_, index) => `new${index}`)
  expect(arrangeImages([], eleven, ['file:10'])[0]).toBe('new10')
  expect(() => arrangeImages([], eleven, ['file:11'])).toThrow('One of the new images was not received')
  expect(() => arrangeImages(['a'], [], ['c'])).toThrow('One of the existing images does not belong')
})
