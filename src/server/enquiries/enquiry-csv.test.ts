import { expect, test } from 'vitest'
import type { Enquiry } from '#contracts/enquiry.ts'
import { formatCsvEnquiry, formatCsvHeader, formatCsvLine } from './enquiry-csv.ts'

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['two, parts', '"two, parts"'],
  ['she said "yes"', '"she said ""yes"""'],
  ['two\nlines', '"two\nlines"'],
  ['+91 98400 12345', "'+91 98400 12345"],
  ['=1+1', "'=1+1"],
  ['-1', "'-1"],
  ['@sum(a1)', "'@sum(a1)"],
  ['\t=1', "'\t=1"],
  [' =1', "' =1"],
  ['\u200b=1', "'\u200b=1"],
  ['\uff1d1', "'\uff1d1"],
  ['\n=1', '"\'\n=1"'],
  ['\r=1', '"\'\r=1"'],
  ['=cmd|"x", y', '"\'=cmd|""x"", y"'],
  ['கடைசல் ₹', 'கடைசல் ₹'],
])('The export writes the cell %j as %j', (text, cell) => {
  expect(formatCsvLine([text, 'end'])).toBe(`${cell},end\r\n`)
})

test('The export starts with the UTF-8 byte order mark and the column names', () => {
  expect(formatCsvHeader()).toMatch(/^\uFEFFReceived \(IST\),Status,First name,.*\r\n$/)
})

test('The export shows the time of receipt in India', () => {
  const enquiry = {
    createdAt: '2026-11-21T19:05:30.000Z',
    status: 'new',
    service: '',
    customer: {},
    lines: [],
    attachments: [],
  } as unknown as Enquiry
  expect(formatCsvEnquiry(enquiry)).toMatch(/^2026-11-22 00:35,New,/)
})

test('The export has the lines of an enquiry, the names of its files, company and reference', () => {
  const enquiry = {
    createdAt: '2026-11-21T19:05:30.000Z',
    status: 'new',
    service: '',
    customer: {},
    company: 'Kovai Valves',
    gstin: '27AAPFU0939F1ZV',
    place: 'Coimbatore',
    reference: 'E-261122-7KQ4',
    lines: [
      { item: null, name: 'CL 40 Capstan Lathe', quantity: 2, note: 'with collets' },
      { item: null, name: 'Coolant Pump', quantity: 1, note: '' },
    ],
    attachments: [{ id: 'a', name: 'shaft.pdf', type: 'pdf', bytes: 1 }],
  } as unknown as Enquiry
  const line = formatCsvEnquiry(enquiry)
  expect(line).toContain('Kovai Valves,27AAPFU0939F1ZV,Coimbatore')
  expect(line).toContain('"CL 40 Capstan Lathe × 2 (with collets)\nCoolant Pump × 1"')
  expect(line).toContain(',shaft.pdf,')
  expect(line).toContain(',E-261122-7KQ4,')
})
