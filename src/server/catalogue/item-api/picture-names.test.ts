import { describe, expect, test } from 'vitest'
import { fold, slugify } from '#server/kernel/text.ts'
import { indexItems, matchPictureName, readPicturePath } from './picture-names.ts'

const toItem = (id: string, name: string, code: string | null = null, slug = slugify(name)) => ({
  id,
  slug,
  codeKey: code === null ? null : fold(code),
  foldedName: fold(name),
})
const ITEMS = indexItems([
  toItem('brg', 'Ball Bearing', 'BRG-4512'),
  toItem('collet', 'Spring Collet Set, 25 mm', 'KMT/CO.2500'),
  toItem('cafe', 'Café Débit', null),
  toItem('er32', 'ER chuck', 'ER-32'),
  toItem('er3210', 'ER chuck, long', 'ER-32-10'),
  toItem('6205', 'Bearing A', '6205'),
  toItem('62052', 'Bearing B', '62052'),
  toItem('twin1', 'Twin', 'T-1'),
  toItem('twin2', 'Twin', 'T-2', 'twin-abc123'),
  toItem('seven', 'Seven', '7'),
  toItem('tamil', 'கோலட்', null, 'b1b2b3'),
])
const match = (path: string) => {
  const { ids, position } = matchPictureName(readPicturePath(path), ITEMS)
  return [ids.join(' '), position]
}

describe('The name of a picture file', () => {
  test.each([
    ['BRG-4512.jpg', 'brg', null],
    ['BRG-4512_2.jpg', 'brg', 2],
    ['brg 4512 (2).jpg', 'brg', 2],
    ['brg4512-03.JPEG', 'brg', 3],
    ['BRG_4512_front.png', 'brg', null],
    ['BRG-4512 front 2.png', 'brg', 2],
    ['BRG-4512_2 - Copy.jpg', 'brg', 2],
    ['KMT-CO-2500_1.jpg', 'collet', 1],
    ['Spring Collet Set, 25 mm - 1.png', 'collet', 1],
    ['spring-collet-set-25-mm.webp', 'collet', null],
    ['Spring_Collet_Set_25mm.webp', 'collet', null],
    ['cafe debit 4.jpg', 'cafe', 4],
    ['கோலட் (3).jpg', 'tamil', 3],
  ])("'%s' means the item '%s' and the number %s", (path, id, position) => {
    expect(match(path)).toEqual([id, position])
  })

  test.each(['DSC_0001.jpg', 'BRG-9999_1.jpg', '.jpg', '(2).jpg', '/', `${'x'.repeat(900)}.jpg`])(
    "'%s' means no item",
    (path) => expect(match(path)[0]).toBe(''),
  )

  test('The literal spelling decides between codes that differ in a number', () => {
    expect(match('ER-32-10.jpg')).toEqual(['er3210', null])
    expect(match('ER-32_10.jpg')).toEqual(['er32', 10])
    expect(match('6205_2.jpg')).toEqual(['6205', 2])
    expect(match('6205 (2).jpg')).toEqual(['6205', 2])
  })

  test('Without the separators, a number that may belong to the code means several items', () => {
    expect(match('er_32_10.jpg')).toEqual(['er3210 er32', null])
    expect(match('er 32 (10).jpg')).toEqual(['er32', 10])
  })

  test('A name that several items have means all of them', () => {
    expect(match('Twin_1.jpg')).toEqual(['twin1 twin2', 1])
    expect(match('T-2_1.jpg')).toEqual(['twin2', 1])
  })
})

describe('The folder of a picture file', () => {
  test.each([
    ['BRG-4512/front.jpg', 'brg', null],
    ['BRG-4512/2.jpg', 'brg', 2],
    ['Photos\\brg 4512\\details\\IMG_2034.jpg', 'brg', 2034],
    ['Photos/Spring Collet Set, 25 mm/03.jpg', 'collet', 3],
    // '7' is a code too.
    ['BRG-4512/7.jpg', 'brg', 7],
    ['Bearings/BRG-4512_2.jpg', 'brg', 2],
    ['T-2/Twin_3.jpg', 'twin2', 3],
  ])("'%s' means the item '%s' and the number %s", (path, id, position) => {
    expect(match(path)).toEqual([id, position])
  })

  test('A folder and a file that name different items mean both', () => {
    expect(match('BRG-4512/ER-32_1.jpg')).toEqual(['er32 brg', 1])
  })
})
