import { describe, expect, test } from 'vitest'
import { buildListUrl, parseListUrl, removeListParameter } from './list-link.ts'

const parse = (query: string) => parseListUrl(new URLSearchParams(query))

describe('The link of an enquiry list', () => {
  test('contains the items with their quantities and is read back', () => {
    const lines = [
      { key: 'cl-25-capstan-lathe', quantity: 2 },
      { key: 'v-belt', quantity: 10 },
    ]
    const url = buildListUrl('https://site.example', lines)
    expect(url).toBe('https://site.example/products?items=cl-25-capstan-lathe:2,v-belt:10')
    expect(parse(new URL(url).search)).toEqual(lines)
  })

  test.each([
    ['items=a', [1]],
    ['', undefined],
    ['items=a:0,b:-3,c:many,d:1.9,e:123456789', [1, 1, 1, 1, 9999]],
    ['items=a:1,a:5,,:3', [5]],
  ])("'%s' gives the quantities %j", (query, quantities) =>
    expect(parse(query)?.map(({ quantity }) => quantity)).toEqual(quantities),
  )

  test('is cut after 50 items', () => {
    const entries = Array.from({ length: 60 }, (_, index) => `item-${index}:1`)
    expect(parse(`items=${entries.join(',')}`)).toHaveLength(50)
  })

  test('is removed from the address, other parameters stay', () => {
    expect(removeListParameter(new URLSearchParams('tab=spares&items=a:1'))).toBe('?tab=spares')
    expect(removeListParameter(new URLSearchParams('items=a:1'))).toBe('')
  })
})
