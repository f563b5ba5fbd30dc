import { expect, test } from 'vitest'
import { getCustomerKeys } from './rules.ts'

test.each(['+91 98400 12345', '98400-12345', '098400 12345', '0091 9840012345', '(98400) 12345'])(
  'the telephone %s is the same as any other way to write it',
  (phone) => {
    expect(getCustomerKeys({ email: 'x', phone }).phoneKey).toBe('9840012345')
  },
)

test('an e-mail address is the same in capitals and with blanks around it', () => {
  expect(getCustomerKeys({ email: ' Meera@Valves.EXAMPLE ', phone: 'none' })).toEqual({
    emailKey: 'meera@valves.example',
    phoneKey: '',
  })
})
