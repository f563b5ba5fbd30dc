import { expect, test } from 'vitest'
import type { PictureItem } from '#contracts/item/pictures.ts'
import { type ChosenPicture, groupByItem, planItem } from './plan.ts'

const toItem = (...images: string[]): PictureItem => ({
  id: 'a',
  kind: 'spare',
  name: 'Bearing',
  code: null,
  state: 'published',
  revision: 1,
  images,
})
const toPicture = (path: string, position: number | null = null, hash?: string): ChosenPicture => ({
  source: { path, size: 1, read: async () => new File([], path), readStart: async () => new Uint8Array() },
  position,
  itemId: 'a',
  candidates: [],
  hash,
})
const getFates = ({ pictures }: ReturnType<typeof planItem>) =>
  pictures.map(({ picture, fate }) => `${picture.source.path} ${fate}`)
const getSent = ({ toSend }: ReturnType<typeof planItem>) => toSend.map(({ source }) => source.path)
const PRESENT = ['1', '2', '3', '4']

test('Pictures are in the order of their numbers, then of their names', () => {
  const pictures = [toPicture('a_10', 10), toPicture('a_2', 2), toPicture('side 10'), toPicture('side 9')]
  expect(getSent(planItem(toItem(), pictures, 'add'))).toEqual(['side 9', 'side 10', 'a_2', 'a_10'])
})

test('Adding leaves out what is there already and what exceeds six pictures', () => {
  const plan = planItem(
    toItem(...PRESENT),
    [toPicture('a', 1, '4'), toPicture('b', 2), toPicture('c', 3, 'x'), toPicture('d', 4)],
    'add',
  )
  expect(getFates(plan)).toEqual(['a present', 'b new', 'c new', 'd tooMany'])
  expect(getSent(plan)).toEqual(['b', 'c'])
  expect(plan.tooMany).toBe(1)
})

test('Replacing sends all pictures, up to six, unless the item has exactly these', () => {
  const seven = [1, 2, 3, 4, 5, 6, 7].map((number) => toPicture(`${number}`, number, `${number}`))
  expect(getSent(planItem(toItem(...PRESENT), seven, 'replace'))).toHaveLength(6)
  expect(getSent(planItem(toItem(...PRESENT), seven.slice(0, 4), 'replace'))).toEqual([])
  expect(getSent(planItem(toItem('2', '1'), seven.slice(0, 2), 'replace'))).toEqual(['1', '2'])
  expect(getSent(planItem(toItem(...PRESENT), seven.slice(0, 3), 'replace'))).toEqual(['1', '2', '3'])
})

test('Pictures are grouped by item, and those without one are apart', () => {
  const [first, second] = [toPicture('a'), { ...toPicture('b'), itemId: null }]
  expect(groupByItem([first, second])).toEqual({ byItem: new Map([['a', [first]]]), unmatched: [second] })
})
