import { expect, test } from 'vitest'
import { IMPORT_FIELDS } from '#contracts/import-fields.ts'
import { toSpecificationTitle } from '#contracts/item-export.ts'
import { recogniseColumns } from './recognise-columns.ts'
import type { TableRow } from './types.ts'

const recognise = (titles: string[], values: string[] = []) => {
  const cells = values.map((text) => ({ value: text, text }))
  const rows: TableRow[] = values.length > 0 ? [{ sheet: 'Parts', row: 2, cells }] : []
  return recogniseColumns(
    titles.map((title, index) => ({ title, index })),
    rows,
  ).map(({ title, field, ignored }) => field ?? (ignored ? 'ignored' : `specification ${title}`))
}

test('Every title of an export is recognised as its field', () => {
  const fields = Object.entries(IMPORT_FIELDS)
  expect(recognise(fields.map(([, { label }]) => label))).toEqual(fields.map(([field]) => field))
})

test('A specification with the name of a field comes back from an export as a specification', () => {
  const names = [
    'Brand',
    'Material',
    'Rate',
    'Qty',
    'GST',
    'Bore',
    'Specification: Bore',
    'Other specifications',
  ]
  expect(recognise(names.map(toSpecificationTitle))).toEqual(names.map((name) => `specification ${name}`))
})

test('The column of an export without room for specifications is left out', () => {
  expect(recognise(['Name', 'Other specifications'])).toEqual(['name', 'ignored'])
})

test('A rate of GST that has ended is a rate of GST in an export, and a specification in a price list', () => {
  const values = ['adydcgwgjgnah9j6', 'Belt', '12']
  expect(recognise(['ID', 'Name', 'GST rate (%)'], values)).toEqual(['id', 'name', 'gstRate'])
  expect(recognise(['S. No.', 'Name', 'GST rate (%)'], ['1', 'Belt', '12'])[2]).toBe(
    'specification GST rate (%)',
  )
})
