import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EnquiryStatus } from '#contracts/enquiry/enquiry.ts'
import { getEnquirySubject, getNextStep, isDue, isUnanswered, type NextStep } from './labels.ts'

// 01:30 of the 22nd in India.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T20:00:00Z') }))
afterEach(() => vi.useRealTimers())

test.each<[string | null, EnquiryStatus, boolean, NextStep['action'], NextStep['dateState']]>([
  ['2026-11-21', 'contacted', true, 'Follow up', 'overdue'],
  ['2026-11-22', 'new', true, 'Reply', 'today'],
  ['2026-11-23', 'quoted', false, 'Follow up', 'planned'],
  [null, 'new', false, 'Reply', 'none'],
  ['2026-11-22', 'won', false, undefined, undefined],
  [null, 'lost', false, undefined, undefined],
])(
  'on 22 November in India, the follow-up date %s of a %s enquiry is due: %s; the next step is %s, its date %s',
  (nextActionOn, status, due, action, dateState) => {
    expect(isDue({ nextActionOn, status })).toBe(due)
    expect(getNextStep({ nextActionOn, status })).toEqual({ action, dateState })
  },
)

test.each<[string, EnquiryStatus, boolean]>([
  ['2026-11-20T19:59:59Z', 'new', true],
  ['2026-11-20T20:00:00Z', 'new', false],
  ['2026-11-20T19:59:59Z', 'contacted', false],
])('an enquiry from %s with the status %s is unanswered: %s', (createdAt, status, unanswered) => {
  expect(isUnanswered({ createdAt, status })).toBe(unanswered)
})

test('The subject of an enquiry is the first of its items with the number of the others, else its item or service', () => {
  const toLine = (name: string) => ({ item: null, name, quantity: 2, note: 'with collets' })
  const item = { id: 'cl25', name: 'CL 25' }
  const getSubject = (lines: string[], service = '') =>
    getEnquirySubject({ lines: lines.map(toLine), item: service ? null : item, service })
  expect(getSubject(['CL 40'])).toBe('CL 40 × 2')
  expect(getSubject(['CL 40', 'TL 52', 'Collet'])).toBe('CL 40 × 2 and 2 more')
  expect(getSubject([])).toBe('CL 25')
  expect(getSubject([], 'maintenance')).toBe('Maintenance & Support')
})
