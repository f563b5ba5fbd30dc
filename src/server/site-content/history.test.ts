import { expect, test } from 'vitest'
import { setIn } from '#contracts/fields/fields.ts'
import { DEFAULT_SITE_CONTENT } from '#contracts/site-content/default-site-content.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import { diffSiteContent } from './history.ts'

const CONTENT = DEFAULT_SITE_CONTENT
const change = (path: string, value: unknown): SiteContent => setIn(CONTENT, path, value)

test.each<[string, unknown, { field: string; before: string; after: string }]>([
  [
    'company.name',
    'Peenya Lathes',
    { field: 'Company, Name', before: 'Kovai Machine Tools', after: 'Peenya Lathes' },
  ],
  ['company.address.city', 'Pune', { field: 'Company, Address, City', before: 'Coimbatore', after: 'Pune' }],
  [
    'company.phones',
    [...CONTENT.company.phones, { label: 'Works', number: '+91 422 000 1422' }],
    { field: 'Company, Phone numbers', before: '', after: 'Label: Works, Number: +91 422 000 1422' },
  ],
  [
    'statistics',
    CONTENT.statistics.toReversed().slice(2),
    {
      field: 'Figures',
      before:
        'Number is: Typed, Number: 300, Suffix: +, Label: Happy Clients\nNumber is: Typed, Number: 15, Label: Product Models',
      after: '',
    },
  ],
  [
    'services.entries.0.points',
    ['Levelling'],
    {
      field: 'Services',
      before:
        'Name: Installation, Text: Your floor plan checked before dispatch, the machine levelled and proved on your own component., Points: Foundation drawing with the order; Levelling to 0.02 mm per metre; First-piece report, signed by both, Value: 2 days, Note on the value: on site, capstan lathe',
      after:
        'Name: Installation, Text: Your floor plan checked before dispatch, the machine levelled and proved on your own component., Points: Levelling, Value: 2 days, Note on the value: on site, capstan lathe',
    },
  ],
  [
    'hero.picture',
    { url: 'abcdef0123', alt: 'The works' },
    { field: 'Top of the home page, Picture', before: '', after: 'The works (picture abcdef)' },
  ],
  [
    'prices.detailsCurrency',
    'INR',
    { field: 'Prices, Currency on product pages', before: 'US dollars', after: 'Rupees' },
  ],
  ['prices.rupeesPerDollar', 85, { field: 'Prices, Exchange rate (Rs per US$)', before: '', after: '85' }],
])('A change of %s to %j is one difference', (path, value, expected) => {
  expect(diffSiteContent(CONTENT, change(path, value))).toEqual([expected])
})

test('A change of the order of a list shows all its entries; equal content has no differences', () => {
  const [difference] = diffSiteContent(CONTENT, change('company.phones', CONTENT.company.phones.toReversed()))
  expect(difference!.before.split('\n')).toEqual(difference!.after.split('\n').toReversed())
  expect(diffSiteContent(CONTENT, structuredClone(CONTENT))).toEqual([])
})
