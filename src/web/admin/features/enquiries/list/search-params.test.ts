import { expect, test } from 'vitest'
import { fitsFilters } from './search-params.ts'

const ALL = { status: undefined, owner: undefined, due: false, unanswered: false }
const enquiry = { status: 'new', owner: { id: 'a1', name: 'Anand' }, nextActionOn: '2020-01-31' } as const

test.each([
  ['no filter', {}, {}, true],
  ['its status', { status: 'new' }, {}, true],
  ['another status', { status: 'won' }, {}, false],
  ['its owner', { owner: 'a1' }, {}, true],
  ['another owner', { owner: 'a2' }, {}, false],
  ['no owner', { owner: 'none' }, {}, false],
  ['no owner, without one', { owner: 'none' }, { owner: null }, true],
  ['unanswered', { unanswered: true }, {}, true],
  ['unanswered, answered', { unanswered: true }, { status: 'contacted' }, false],
  ['due', { due: true }, {}, true],
  ['due, without a date', { due: true }, { nextActionOn: null }, false],
  ['due, later', { due: true }, { nextActionOn: '2999-01-31' }, false],
  ['due, closed', { due: true }, { status: 'won' }, false],
] as const)('A changed enquiry fits the filter or not: %s', (_, filter, changes, fits) => {
  expect(fitsFilters({ ...enquiry, ...changes }, { ...ALL, ...filter })).toBe(fits)
})
