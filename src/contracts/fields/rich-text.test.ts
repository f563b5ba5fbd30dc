import { expect, test } from 'vitest'
import { cleanRichText, findRichTextError, toPlainText, toReadableText } from './rich-text.ts'

const paragraph = (...texts: string[]) => ({
  type: 'paragraph',
  content: texts.map((text) => ({ type: 'text', text })),
})
const cell = (text: string) => ({
  type: 'tableCell',
  attrs: { colspan: 1, rowspan: 1, colwidth: [64] },
  content: [paragraph(text)],
})
const PASTED = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2, textAlign: 'left' }, content: [{ type: 'text', text: 'Bore' }] },
    {
      type: 'orderedList',
      attrs: { start: 1, type: '1' },
      content: [{ type: 'listItem', content: [paragraph('First')] }],
    },
    { type: 'table', content: [{ type: 'tableRow', content: [cell('26 mm'), cell('H7')] }] },
    paragraph('One', ' line'),
  ],
}

test('A pasted text loses the attributes that are not stored, such as widths of columns, and can be saved', () => {
  expect(findRichTextError(PASTED)).toMatch(/cannot be saved/)
  const clean = cleanRichText(PASTED)
  expect(findRichTextError(clean)).toBeUndefined()
  expect(JSON.stringify(clean)).not.toMatch(/colwidth|textAlign|"type":"1"/)
})

test('The plain text has one line for each paragraph, entry of a list and row of a table', () => {
  expect(toPlainText(PASTED)).toBe('Bore\nFirst\n26 mm  H7  \nOne line')
})

test('The plain text of anything that is no text is empty', () => {
  for (const value of [null, undefined, 'x', 5, {}, { content: 'x' }]) expect(toPlainText(value)).toBe('')
})

test('The readable text of a link has its address, so that the history shows another one', () => {
  const linkTo = (href: string) => ({
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'List', marks: [{ type: 'link', attrs: { href } }] }],
      },
    ],
  })
  expect(toReadableText(linkTo('/products'))).toBe('List (/products)')
  expect(toPlainText(linkTo('/products'))).toBe('List')
})
