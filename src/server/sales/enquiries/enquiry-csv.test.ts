import { expect, test } from 'vitest'
import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import { formatCsvEnquiry, formatCsvHeader } from './enquiry-csv.ts'

test('The export starts with the UTF-8 byte order mark and the column names', () => {
  expect(formatCsvHeader()).toMatch(/^\uFEFFReceived \(IST\),Status,First name,.*\r\n$/)
})

const ENQUIRY = {
  id: 'x',
  createdAt: '2026-11-21T19:05:30.000Z',
  status: 'new',
  service: '',
  message: '',
  customer: { firstName: '', lastName: '', email: '', phone: '' },
  company: 'Kovai Valves',
  gstin: '27AAPFU0939F1ZV',
  place: 'Coimbatore',
  reference: 'E-261122-7KQ4',
  notes: 0,
  lines: [
    { item: null, name: 'CL 40 Capstan Lathe', quantity: 2, note: 'with collets' },
    { item: null, name: 'Coolant Pump', quantity: 1, note: '' },
  ],
  attachments: [{ id: 'a', name: 'shaft.pdf', type: 'pdf', bytes: 1 }],
} as unknown as Enquiry

test('The export shows the time of receipt in India', () => {
  expect(formatCsvEnquiry(ENQUIRY)).toMatch(/^2026-11-22 00:35,New,/)
})

test('The export has the lines of an enquiry, the names of its files, company and reference', () => {
  const line = formatCsvEnquiry(ENQUIRY)
  expect(line).toContain('Kovai Valves,27AAPFU0939F1ZV,Coimbatore')
  expect(line).toContain('"CL 40 Capstan Lathe × 2 (with collets)\nCoolant Pump × 1"')
  expect(line).toContain(',shaft.pdf,')
  expect(line).toContain(',E-261122-7KQ4,')
})
