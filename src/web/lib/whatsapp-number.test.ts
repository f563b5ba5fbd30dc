import { expect, test } from 'vitest'
import { toWhatsAppNumber } from './whatsapp-number.ts'

test.each([
  ['+91 98400 12345', '919840012345'],
  ['0091 98400 12345', '919840012345'],
  ['098400-12345', '919840012345'],
  ['98400 12345', '919840012345'],
  ['+91 (0) 98400 12345', '919840012345'],
  ['0091 (0) 98400 12345', '919840012345'],
  ['+91 098400 12345', '919840012345'],
  ['+49 (0)', undefined],
  ['+49 (0) 30 123456', '4930123456'],
  ['+49 30 123456', '4930123456'],
  ['ask me', undefined],
  ['', undefined],
])('toWhatsAppNumber turns %j into %j', (phone, number) => {
  expect(toWhatsAppNumber(phone, '914220001420')).toBe(number)
})

test.each(['', '98430 12345'])(
  'toWhatsAppNumber adds the country code of India if the own number %j has none',
  (own) => {
    expect(toWhatsAppNumber('098400 12345', own)).toBe('919840012345')
  },
)
