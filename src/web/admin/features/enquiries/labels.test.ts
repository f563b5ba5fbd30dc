import { afterEach, expect, test, vi } from 'vitest'
import type { EnquiryStatus } from '#contracts/enquiry.ts'
import { isDue } from './labels.ts'

afterEach(() => vi.useRealTimers())

test.each<[string | null, EnquiryStatus, boolean]>([
  ['2026-11-22', 'new', true],
  ['2026-11-23', 'new', false],
  ['2026-11-22', 'won', false],
  ['2026-11-22', 'lost', false],
  [null, 'new', false],
])(
  'at 20:00 UTC, when it is the 22nd in India, %s of a %s enquiry is due: %s',
  (nextActionOn, status, due) => {
    vi.useFakeTimers({ now: new Date('2026-11-21T20:00:00Z') })
    expect(isDue({ nextActionOn, status })).toBe(due)
  },
)
