import { describe, expect, test } from 'vitest'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { checkField, getCounter, getProposal } from './check-field.ts'

const MAX = FORM_LIMITS.messageLength

describe('A field of the contact form', () => {
  test.each([
    ['firstName', '   ', /first name/],
    ['message', '\n', /your message/],
    ['email', 'karthik', /email address such as/],
    ['phone', ' ', /phone number/],
    ['message', 'a'.repeat(MAX + 1), /1 character too long\. Shorten it to 10,000 characters/],
  ])('%s with %j is rejected', (name, value, sentence) => expect(checkField(name, value)).toMatch(sentence))

  test.each([
    ['firstName', ' Karthik '],
    ['email', 'karthik@gmial.com'],
    ['phone', '12345'],
    ['gstin', '27AAPFU0939F1ZX'],
    ['gstin', ''],
    ['company', ''],
    ['service', ''],
    ['message', `${'a'.repeat(MAX)}  `],
  ])('%s with %j is accepted', (name, value) => expect(checkField(name, value)).toBeUndefined())

  test('message may be empty where it is optional', () => {
    expect(checkField('message', ' ', false)).toBeUndefined()
    expect(checkField('message', 'a'.repeat(MAX + 1), false)).toMatch(/too long/)
  })

  test.each([
    ['phone', '99999', /10 digits/],
    ['gstin', '27AAPFU0939F1Z', /15 characters/],
  ])('%s with %j has a proposal', (name, value, sentence) =>
    expect(getProposal(name, value)).toMatch(sentence),
  )
})

test.each([
  [MAX - 1001, undefined],
  [MAX - 1000, '1,000 characters left'],
  [MAX - 1, '1 character left'],
  [MAX, '0 characters left'],
  [MAX + 1, undefined],
])('After %i characters the counter is %s', (length, counter) =>
  expect(getCounter('a'.repeat(length))).toBe(counter),
)
