import { describe, expect, test } from 'vitest'
import {
  filterCompleteSpecifications,
  filterHttpImages,
  getImageOr,
  type Item,
  parseItem,
} from './parse-item.ts'

const LEAST: Item = {
  kind: 'machine',
  id: '',
  slug: '',
  name: '',
  description: '',
  category: 'machine',
  features: [],
  specifications: [],
  pictures: [],
  featured: false,
  draft: false,
  revision: 0,
}

describe('[CLI-1] an item is read from a reply', () => {
  test('that names almost nothing', () => {
    expect(parseItem('machine', {})).toStrictEqual(LEAST)
    expect(parseItem('spare', { id: 'a', price: null, images: null, brand: null })).toStrictEqual({
      ...LEAST,
      kind: 'spare',
      id: 'a',
      slug: 'a',
    })
  })

  test.each([
    [{ _id: 'old', id: 'new' }, 'old'],
    [{ _id: 'old' }, 'old'],
    [{ id: 'new' }, 'new'],
    [{ _id: null, id: 'new' }, 'new'],
  ])('%j, whose id is %s', (raw, id) => {
    expect(parseItem('machine', raw).id).toBe(id)
  })

  test.each(['specifications', 'specification', 'specs'])('that calls its specifications %s', (field) => {
    const pairs = { Swing: '320 mm', Bed: 'hardened' }
    expect(parseItem('machine', { [field]: pairs }).specifications).toEqual(Object.entries(pairs))
  })

  test('and keeps what it is told', () => {
    const told = {
      category: 'cnc',
      featured: true,
      price: 0,
      originalPrice: 5,
      rating: 4.5,
      reviewCount: 2,
      brand: 'Kovai',
    }
    expect(parseItem('machine', { id: 'a', ...told })).toMatchObject(told)
  })

  test('and what is of another type takes its default', () => {
    const odd = {
      id: 5,
      name: 5,
      price: '15,00,000',
      rating: NaN,
      features: [1, 'Turret'],
      featured: 'true',
      specs: 'x',
    }
    expect(parseItem('machine', odd)).toStrictEqual({ ...LEAST, features: ['Turret'] })
  })

  test.each([null, undefined, 'text', 5])('unless it is %j, which is no item', (raw) => {
    expect(() => parseItem('machine', raw)).toThrow()
  })
})

describe('[CLI-2] images', () => {
  test.each([
    [{ imageUrl: 'https://x.in/a.jpg' }, ['https://x.in/a.jpg']],
    [{ imageUrl: '/a.jpg' }, []],
    [{ images: [], imageUrl: 'http://x.in/a.jpg' }, ['http://x.in/a.jpg']],
    [{ images: ['a.jpg', 'http://x.in/b.jpg', 'data:image/png;base64,AA'] }, ['http://x.in/b.jpg']],
    [{ images: ['http://x.in/b.jpg'], imageUrl: 'http://x.in/a.jpg' }, ['http://x.in/b.jpg']],
  ])('of %j', (raw, images) => {
    expect(parseItem('machine', raw).pictures).toEqual(images.map((url) => ({ url })))
  })

  test('a filter leaves those that start with http, or an empty list', () => {
    expect(filterHttpImages(['http://a', null, undefined, '', '/b', 'https://c', 'ftp://d'])).toEqual([
      'http://a',
      'https://c',
    ])
    for (const none of [[], null, undefined, ['x']]) expect(filterHttpImages(none)).toEqual([])
  })

  test.each([
    ['http://a', 'http://a'],
    ['/a', 'placeholder'],
    ['', 'placeholder'],
    [null, 'placeholder'],
    [undefined, 'placeholder'],
    [['/a', 'https://b', 'http://c'], 'https://b'],
    [['/a'], 'placeholder'],
    [[], 'placeholder'],
  ])('%j is shown as %s', (image, shown) => {
    expect(getImageOr('placeholder', image)).toBe(shown)
  })
})

test('[FRM-3] only pairs with a name and a value count', () => {
  expect(
    filterCompleteSpecifications([
      [' Swing ', ' 320 mm '],
      ['', 'x'],
      ['Bed', ' \t'],
      ['Feeds', '6'],
    ]),
  ).toEqual([
    ['Swing', '320 mm'],
    ['Feeds', '6'],
  ])
})
