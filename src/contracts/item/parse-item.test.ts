import { describe, expect, test } from 'vitest'
import { NO_COMMERCIAL_FIELDS } from './commercial-fields.ts'
import {
  filterCompleteSpecifications,
  filterHttpImages,
  getImageOr,
  type Item,
  parseItem,
} from './parse-item.ts'

const EMPTY_ITEM: Item = {
  kind: 'machine',
  id: '',
  slug: '',
  name: '',
  description: '',
  category: 'machine',
  brand: undefined,
  price: undefined,
  originalPrice: undefined,
  rating: undefined,
  reviewCount: undefined,
  features: [],
  specifications: [],
  commercial: NO_COMMERCIAL_FIELDS,
  relations: {},
  languages: [],
  replacedBy: [],
  drawings: [],
  pictures: [],
  documents: [],
  featured: false,
  draft: false,
  revision: 0,
}

describe('parseItem', () => {
  test('[CLI-1] Missing fields of an item get their defaults', () => {
    expect(parseItem('machine', {})).toStrictEqual(EMPTY_ITEM)
    expect(parseItem('spare', { id: 'a', price: null, images: null, brand: null })).toStrictEqual({
      ...EMPTY_ITEM,
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
  ])('[CLI-1] The id of %j is %s', (raw, id) => {
    expect(parseItem('machine', raw).id).toBe(id)
  })

  test.each(['specifications', 'specification', 'specs'])(
    '[CLI-1] Specifications are read from the field %s',
    (field) => {
      const pairs = { Swing: '320 mm', Bed: 'hardened' }
      expect(parseItem('machine', { [field]: pairs }).specifications).toEqual(Object.entries(pairs))
    },
  )

  test('[CLI-1] Fields of the expected type are returned unchanged', () => {
    const fields = {
      category: 'cnc',
      featured: true,
      price: 0,
      originalPrice: 5,
      rating: 4.5,
      reviewCount: 2,
      brand: 'Kovai',
    }
    expect(parseItem('machine', { id: 'a', ...fields })).toMatchObject(fields)
  })

  test('[CLI-1] Fields of another type get their defaults', () => {
    const invalid = {
      id: 5,
      name: 5,
      price: '15,00,000',
      rating: NaN,
      features: [1, 'Turret'],
      featured: 'true',
      specs: 'x',
    }
    expect(parseItem('machine', invalid)).toStrictEqual({ ...EMPTY_ITEM, features: ['Turret'] })
  })

  test.each([null, undefined, 'text', 5])('[CLI-1] %j is rejected, because it is not an item', (raw) => {
    expect(() => parseItem('machine', raw)).toThrow()
  })
})

describe('Images', () => {
  test.each([
    [{ imageUrl: 'https://x.in/a.jpg' }, ['https://x.in/a.jpg']],
    [{ imageUrl: '/a.jpg' }, []],
    [{ images: [], imageUrl: 'http://x.in/a.jpg' }, ['http://x.in/a.jpg']],
    [{ images: ['a.jpg', 'http://x.in/b.jpg', 'data:image/png;base64,AA'] }, ['http://x.in/b.jpg']],
    [{ images: ['http://x.in/b.jpg'], imageUrl: 'http://x.in/a.jpg' }, ['http://x.in/b.jpg']],
  ])('[CLI-2] The pictures of %j are %j', (raw, images) => {
    expect(parseItem('machine', raw).pictures).toEqual(images.map((url) => ({ url })))
  })

  test('[CLI-2] Only URLs that start with http are usable images', () => {
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
  ])('[CLI-2] The image %j is shown as %s', (image, shown) => {
    expect(getImageOr('placeholder', image)).toBe(shown)
  })
})

test('[FRM-3] Only specifications with a name and a value are complete', () => {
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
