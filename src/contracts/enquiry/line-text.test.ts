import { expect, test } from 'vitest'
import { FORM_LIMITS } from './form-limits.ts'
import { addUnavailable } from './line-text.ts'

const COLLETS = [
  { name: 'Collet, 12 mm', quantity: 1 },
  { name: 'Collet, 16 mm', quantity: 4 },
]
const ASKED = 'No longer available, but asked for: '
const fill = (free: number) => 'x'.repeat(FORM_LIMITS.messageLength - free)

test.each([
  ['', `${ASKED}Collet, 12 mm (1), Collet, 16 mm (4)`, 0],
  ['Soon.', `Soon.\n\n${ASKED}Collet, 12 mm (1), Collet, 16 mm (4)`, 0],
  [fill(74), `${fill(74)}\n\n${ASKED}Collet, 12 mm (1), Collet, 16 mm (4)`, 0],
  [fill(73), `${fill(73)}\n\n${ASKED}Collet, 12 mm (1) and 1 more`, 1],
  [fill(10), fill(10), 2],
])(
  'A message names items that are no longer available as far as it has space (%#)',
  (message, extended, omitted) =>
    expect(addUnavailable(message, COLLETS)).toEqual({ message: extended, omitted }),
)

test('A message without such items stays', () =>
  expect(addUnavailable('Soon.', [])).toEqual({ message: 'Soon.', omitted: 0 }))
