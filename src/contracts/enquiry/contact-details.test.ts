import { describe, expect, it } from 'vitest'
import { GST_STATE_CODES, OUTSIDE_INDIA } from '../gst/states.ts'
import { checkEmail, checkGstin, suggestEmail, suggestPhoneCheck } from './contact-details.ts'

describe('checkEmail', () => {
  it.each([
    ...['a@b.in', 'first.last+x@sub.company.co.in', "o'neil@company.museum", 'राम@उदाहरण.भारत'],
    'asha@intranet',
  ])('accepts %s', (email) => expect(checkEmail(email)).toBeUndefined())
  it.each(['karthik', '@gmail.com', 'a b@gmail.com', 'a@gmail.', 'a@.com', 'a@b..com'])(
    'rejects %s',
    (email) => expect(checkEmail(email)).toMatch(/^Enter an email address such as/),
  )
})

describe('suggestEmail', () => {
  it.each([
    ['Karthik@gmial.com', 'Karthik@gmail.com'],
    ['karthik@gmail.con', 'karthik@gmail.com'],
    ['karthik@gmail', 'karthik@gmail.com'],
    ['karthik@gmai.com', 'karthik@gmail.com'],
    ['karthik@yahooo.co.in', 'karthik@yahoo.co.in'],
    ['karthik@redifmail.com', 'karthik@rediffmail.com'],
  ])('proposes for %s the address %s', (email, meant) => expect(suggestEmail(email)).toBe(meant))
  it.each([
    ...['karthik@gmail.com', 'karthik@mail.com', 'karthik@mail.com.br', 'karthik@yahoo.in', 'sales@kovai.in'],
    'karthik',
  ])('proposes nothing for %s', (email) => expect(suggestEmail(email)).toBeUndefined())
})

describe('suggestPhoneCheck', () => {
  it.each([
    ...['98430 12345', '098430-12345', '+91 98430 12345', '+91 (0) 98430 12345', '0091 98430 12345'],
    // A number of the demo data, which nobody has.
    '+91 00000 12345',
    ...['919843012345', '(0422) 234 5678', '0422 2345678 ext. 12', '1800 123 4567', '1800 425 12345'],
    ...['+49 30 1234567', '+1 (555) 010-9999', '0044 20 7946 0000', '+971 50 123 4567'],
    ...['98765 43210 or 98765 43211', '98765 43210 / 0422 234567', '98765 43210, ask for Ravi'],
  ])('proposes nothing for %s', (phone) => expect(suggestPhoneCheck(phone)).toBeUndefined())
  it.each([
    ...['99999', '98430 1234', '098430 1234', '+91 98430 1234', '98430 123456', '+49 30'],
    ...['+1234567890123456', 'call me', ''],
  ])('proposes to check %s', (phone) => expect(suggestPhoneCheck(phone)).toMatch(/^Check the phone number/))
})

describe('checkGstin', () => {
  it.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', ' 27aapfu0939f1zv ', '27 AAPFU 0939 F1ZV'])(
    'accepts %s',
    (gstin) => expect(checkGstin(gstin)).toBeUndefined(),
  )
  it.each(['27AAPFU0939F1Z', 'ABC', '27AAPFU0939F1ZV1'])('rejects %s', (gstin) =>
    expect(checkGstin(gstin)).toMatch(/15 characters/),
  )
  it.each(['27AAPFU0939F1ZX', '27AAPFU0993F1ZV'])('says that a character of %s is wrong', (gstin) =>
    expect(checkGstin(gstin)).toBe('Check this GSTIN: its last character does not match the others.'),
  )
  it.each([
    ['00AAPFU0939F1ZV', /^Check this GSTIN: 00 is not the code of a state\.$/],
    ['45AAPFU0939F1ZV', /45 is not the code of a state/],
    ['96AAPFU0939F1ZV', /96 is not the code of a state/],
    ['98AAPFU0939F1ZV', /98 is not the code of a state/],
    ['99AAPFU0939F1ZV', /99 is not the code of a state/],
    ['25AAPFU0939F1ZV', /25 is not the code of a state\. Daman and Diu is 26 now\./],
    ['28AAPFU0939F1ZV', /28 is not the code of a state\. Andhra Pradesh is 37 now\./],
    ['0717UNO00157UNO', /This is a UIN/],
    ['2917TWN00022ONM', /This is a UIN/],
    ['0724USA00001NR1', /non-resident taxable person/],
    ['9917SGP29001OSF', /OIDAR/],
    ['33AAPF10939F1DV', /deductor of tax \(TDS\)/],
    ['33AAPFU0939F1DV', /deductor of tax \(TDS\)/],
    ['33AAPFU0939F1CV', /collector of tax \(TCS\)/],
  ])('says what %s is', (gstin, sentence) => expect(checkGstin(gstin)).toMatch(sentence))
  it('accepts the code of every state and of Other Territory', () => {
    const codes = GST_STATE_CODES.filter((code) => code !== OUTSIDE_INDIA)
    expect(codes).toHaveLength(37)
    for (const code of codes) expect(checkGstin(`${code}AAPFU0939F1ZV`) ?? '').not.toMatch(/code of a state/)
  })
})
