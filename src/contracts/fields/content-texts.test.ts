import { expect, test } from 'vitest'
import { PUBLICATION_FIELDS } from '../publication/fields.ts'
import { SITE_SECTIONS } from '../site-content/sections.ts'
import { hasWords, listContentTexts, translateTexts } from './content-texts.ts'
import { listFields, type SiteField } from './fields.ts'

/** The last parts of the paths of all choices, in lists and blocks, too. */
const listChoices = (fields: readonly SiteField[]): string[] =>
  listFields(fields).flatMap((field) => {
    if (field.kind === 'list')
      return listChoices([...field.fields, ...(field.types ?? []).flatMap(({ fields }) => fields)])
    return field.kind === 'choice' ? [field.path.split('.').at(-1)!] : []
  })

test('No value of a choice is translated, whatever the translations are', () => {
  const choices = [
    ...SITE_SECTIONS.map(({ fields }) => fields),
    ...Object.values(PUBLICATION_FIELDS),
  ].flatMap(listChoices)
  expect(choices.length).toBeGreaterThan(10)
  // The state of a page is not part of what visitors read, and that of an address is a text. Languages are keys of choices.
  for (const key of choices.filter((each) => !['state', 'ta', 'hi'].includes(each)))
    expect(
      translateTexts({ [key]: 'machine' }, () => 'இயந்திரம்'),
      key,
    ).toEqual({ [key]: 'machine' })
})

test('The runs of a paragraph that have a format keep it in the order of the translation', () => {
  const bold = [{ type: 'bold' }]
  const link = [{ type: 'link', attrs: { href: '/products' } }]
  const content = [
    { type: 'text', text: 'See ' },
    { type: 'text', text: 'prices', marks: link },
    { type: 'hardBreak' },
    { type: 'text', text: 'now', marks: bold },
  ]
  const text = { type: 'doc', content: [{ type: 'paragraph', content }] }
  const field = { kind: 'rich-text', path: 'text', label: 'Text' } as const
  expect(listContentTexts([field], { text })).toEqual([
    { path: 'text.0', label: 'Text', text: 'See <1>prices</1>\n<2>now</2>' },
  ])
  const translated = translateTexts(text, () => '<2>jetzt</2>\ndie <1>Preise</1>')
  expect(translated.content[0]!.content).toEqual([
    { type: 'text', text: 'jetzt', marks: bold },
    { type: 'hardBreak' },
    { type: 'text', text: 'die ' },
    { type: 'text', text: 'Preise', marks: link },
  ])
})

test.each([
  ['42 mm', false],
  ['CL 25', false],
  ['A2-5', false],
  ['1,500 rpm', false],
  ['Oil seal', true],
  ['6 stations', true],
])('Whether %j has words to translate is %s', (text, expected) => {
  expect(hasWords(text)).toBe(expected)
})
