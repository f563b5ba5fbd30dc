import { expect, test } from 'vitest'
import { html } from './html.ts'

test('Values are escaped in text and attributes, and HTML of templates is not escaped twice', () => {
  const text = `<img src="x" onerror='a'> & co`
  expect(html`<p title="${text}">${text}</p>`.text).toBe(
    '<p title="&lt;img src=&quot;x&quot; onerror=&#39;a&#39;&gt; &amp; co">&lt;img src=&quot;x&quot; onerror=&#39;a&#39;&gt; &amp; co</p>',
  )
  expect(html`<ul>${[1, 2].map((n) => html`<li>${n}</li>`)}</ul>`.text).toBe('<ul><li>1</li><li>2</li></ul>')
})

test('Missing values are nothing, and zero is a number', () => {
  expect(html`a${undefined}${null}${false}${0}${[]}b`.text).toBe('a0b')
})
