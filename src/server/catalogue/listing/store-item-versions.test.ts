import { expect, test } from 'vitest'
import { toSpecifications } from '../../../../tests/support/fixtures/specifications.ts'
import { selectVersions } from './store-item-versions.ts'

const createItem = (name: string, specifications = '') => ({
  id: name,
  name,
  kind: 'spare' as const,
  specifications: specifications ? toSpecifications(specifications) : [],
})
const select = (items: ReturnType<typeof createItem>[]) => {
  const versions = selectVersions(items[0]!, items)
  return versions && [versions.label, ...versions.items.map(({ value }) => value)]
}

test('Versions are the items whose names differ in numbers only, by the first specification that all have differently', () => {
  expect(
    select([
      createItem('Three-jaw Chuck, 250 mm', 'Mount: A2-6 | Diameter: 250 mm | Weight: 34 kg'),
      createItem('Three-jaw Chuck, 1,000 mm', 'Mount: A2-6 | Diameter: 1,000 mm | Weight: 90 kg'),
      createItem('Three-jaw Chuck,  160 MM', 'Mount: A2-4 | Diameter: 160 mm | Weight: 12 kg'),
      createItem('Four-jaw Chuck, 250 mm', 'Diameter: 250 mm'),
    ]),
  ).toEqual(['Diameter', '160 mm', '250 mm', '1,000 mm'])
})

test('Versions without a specification that tells them apart are listed by their names', () => {
  expect(select([createItem('Bush 20'), createItem('Bush 8', 'Bore: 8 mm')])).toEqual([
    null,
    'Bush 8',
    'Bush 20',
  ])
})

test('An item alone has no versions, nor has one of more than thirty', () => {
  expect(select([createItem('Bush 20'), createItem('Bushing 8')])).toBeNull()
  expect(select(Array.from({ length: 31 }, (_, index) => createItem(`Bush ${index}`)))).toBeNull()
})
