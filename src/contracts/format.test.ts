import { expect, test } from 'vitest'
import {
  countOf,
  formatAge,
  formatBytes,
  formatCount,
  formatDate,
  formatDateTime,
  formatList,
  formatLongDay,
  formatMoney,
  formatMonth,
  formatNumber,
  formatRange,
  formatRupees,
  formatShortMoney,
  formatShortMonth,
} from './format.ts'

const AMOUNTS = [0, 7, 99.5, 100, 999, 1000, 12_345, 99_999.49, 100_000, 1_234_567, 15_00_000, 1_234_567_890]

test('Rupees and counts have Indian digit groups', () => {
  for (const amount of AMOUNTS) {
    const rupees = new Intl.NumberFormat('en-IN', {
      style: 'currency',
      currency: 'INR',
      minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
      maximumFractionDigits: 2,
    })
    expect(formatRupees(amount)).toBe(rupees.format(amount))
    expect(formatCount(Math.round(amount))).toBe(Math.round(amount).toLocaleString('en-IN'))
  }
})

test('A price with paise shows them with two decimals', () => {
  expect(formatRupees(1250.5)).toBe('₹1,250.50')
  expect(formatRupees(1250)).toBe('₹1,250')
})

test('Times and days are those in India, whatever the zone of the browser is', () => {
  expect(formatDateTime('2026-11-21T20:05:00.000Z')).toBe('22 Nov 2026, 1:35 am')
  expect(formatDate('2026-11-21T20:05:00.000Z')).toBe('22 Nov 2026')
})

test('September is as short as the other months', () => {
  expect([formatDate('2026-09-30T10:00:00.000Z'), formatDate('2026-11-30T10:00:00.000Z')]).toEqual([
    '30 Sep 2026',
    '30 Nov 2026',
  ])
})

test.each([
  ['2026-11-21T11:59:30Z', 'now'],
  ['2026-11-21T12:00:30Z', 'now'],
  ['2026-11-21T11:35:00Z', '25 min'],
  ['2026-11-21T11:00:00Z', '1 h'],
  ['2026-11-20T12:00:01Z', '23 h'],
  ['2026-11-20T12:00:00Z', '1 day'],
  ['2026-09-23T12:00:00Z', '59 days'],
  ['2026-08-21T11:00:00Z', '3 months'],
  ['2024-11-20T12:00:00Z', '2 years'],
])('at noon of 21 November 2026, an enquiry from %s has the age %s', (at, age) => {
  expect(formatAge(at, new Date('2026-11-21T12:00:00Z'))).toBe(age)
})

test.each([
  [0, '1 kB'],
  [900, '1 kB'],
  [1500, '2 kB'],
  [412_300, '412 kB'],
  [34_199_999, '34.2 MB'],
  [34_200_000, '34.2 MB'],
  [20_000_001, '20.1 MB'],
  [50_000_000, '50 MB'],
])('%i bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

test('Dollars are grouped in thousands and have two decimals', () => {
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  for (const amount of [0, 0.05, 7, 99.5, 999.994, 999.996, 18_000, 1_234_567_890])
    expect(formatMoney(amount, 'USD')).toBe(dollars.format(amount))
})

test('Amounts have a minus sign before the symbol, and short ones no decimals if they are whole', () => {
  expect(formatMoney(-1250, 'USD')).toBe('−$1,250.00')
  expect(formatMoney(1_234_567, 'INR')).toBe('₹12,34,567.00')
  expect([formatShortMoney(25_000, 'INR'), formatShortMoney(12_500.5, 'INR')]).toEqual([
    '₹25,000',
    '₹12,500.50',
  ])
})

test.each([
  [0, 'item', '0 items'],
  [1, 'item', '1 item'],
  [2480, 'spare part', '2,480 spare parts'],
  [2, 'enquiry', '2 enquiries'],
  [2, 'day', '2 days'],
  [3, 'axis', '3 axes'],
  [3, 'inch', '3 inches'],
])('%i of %s are written %s', (count, noun, text) => {
  expect(countOf(count, noun)).toBe(text)
})

test('Numbers have at most four decimals, and the days and months are written in full', () => {
  expect([formatNumber(1234.56789), formatNumber(2.5, { minimumFractionDigits: 2 })]).toEqual([
    '1,234.5679',
    '2.50',
  ])
  expect([formatMonth('2026-12'), formatShortMonth('2026-09')]).toEqual(['December 2026', 'Sep'])
  expect([formatLongDay('2026-12-31'), formatLongDay('')]).toEqual(['31 December 2026', ''])
})

test('A range without one of its ends says which, and the last part of a list follows a word', () => {
  expect([
    formatRange(5, 8),
    formatRange(5, undefined),
    formatRange(undefined, 8),
    formatRange(5, 5),
  ]).toEqual(['5 to 8', 'from 5', 'up to 8', '5'])
  expect([
    formatList([]),
    formatList(['a']),
    formatList(['a', 'b', 'c']),
    formatList(['a', 'b'], 'or'),
  ]).toEqual(['', 'a', 'a, b and c', 'a or b'])
})
