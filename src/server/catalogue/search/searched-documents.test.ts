import { expect, test } from 'vitest'
import { findSearchedDocuments, withoutDocumentWords } from './searched-documents.ts'

const ITEMS = [
  {
    slug: 'cl-25',
    name: 'CL 25 Capstan Lathe',
    documents: [
      { id: 'manual', title: 'Operating manual CL 25', type: 'manual', language: 'en', format: 'pdf' },
      { id: 'manual-ta', title: 'CL 25', type: 'manual', language: 'ta', format: 'pdf' },
      { id: 'plan', title: 'CL 25 foundation plan', type: 'drawing', format: 'dxf' },
      { id: 'bed', title: 'Bed', type: 'cad-model', format: 'step' },
      { id: 'coolant', title: 'Coolants that we recommend', type: 'brochure', language: 'en', format: 'pdf' },
    ],
  },
  {
    slug: 'cl-40',
    name: 'CL 40 Capstan Lathe',
    documents: [],
  },
] as const satisfies Parameters<typeof findSearchedDocuments>[1]

test.each([
  ['CL 25 manual', ['manual', 'manual-ta']],
  ['user guide for cl25', ['manual', 'manual-ta']],
  ['Tamil manual CL 25', ['manual-ta']],
  ['manual in hindi', []],
  ['operating manual', ['manual', 'manual-ta']],
  ['CL 25 foundation plan', ['plan']],
  ['layout plan CL 25', ['plan']],
  ['dxf cl 25', ['plan']],
  ['CL 25 dwg drawing', []],
  ['step file of the bed', ['bed']],
  ['3d model cl 25', ['bed']],
  ['which coolant do you recommend', ['coolant']],
  ['coolant', []],
  ['cl 25 brochure', ['coolant', 'cl-25']],
  ['capstan lathe data sheet', ['coolant', 'cl-25', 'cl-40']],
  ['cl 40 drawing', []],
  ['cl 25 documents', ['manual', 'manual-ta', 'plan', 'bed', 'coolant', 'cl-25']],
  ['manual lathe', []],
  ['cl 25 capstan lathe', []],
  ['collet', []],
  ['', []],
])('The search %j asks for the documents %j of what it has found', (search, ids) => {
  expect(findSearchedDocuments(search, ITEMS)).toEqual(ids)
})

test('A search for documents has those of the first five items only', () => {
  const others = Array.from({ length: 5 }, (_, index) => ({ ...ITEMS[1], slug: `cl-4${index}` }))
  expect(findSearchedDocuments('foundation plan', [...others, ITEMS[0]])).toEqual([])
})

test.each([
  ['data sheet CL 40', 'CL 40'],
  ['CL 40 Documents, please', 'CL 40  , please'],
  ['pdf', ''],
  ['PDF-200', 'PDF-200'],
  ['PDF 200', 'PDF 200'],
  ['documentation', 'documentation'],
])('Of the search %j, %j distinguishes items', (search, rest) => {
  expect(withoutDocumentWords(search)).toBe(rest)
})
