import { beforeAll, expect, test } from 'vitest'
import { ENQUIRY_FIELDS } from '../../support/fixtures/enquiries.ts'
import { createMachine, createSparePart } from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, type Json } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

let small: Json
let large: Json
let draft: Json
const { site, staff } = startSiteOnce('editor', {}, { pages: true })
beforeAll(async () => {
  small = await createMachine(staff, { name: 'CL 25 Capstan Lathe' })
  large = await createMachine(staff, {
    name: 'CL 40 <b>Lathe</b>',
    price: '19,75,000',
    specifications: JSON.stringify({ 'Capacity, bar': '40 mm', 'Net weight': '1,450 kg' }),
  })
  draft = await createSparePart(staff, { name: 'Hidden Collet', draft: 'true' })
})

test('Items are compared in the requested order, by id or slug; unknown ones and drafts are left out, repeated ones are once', async () => {
  const ids = [large.slug, 'unknown', draft.id, small.id, large.slug]
  const comparison: Json = await expectOk(site.fetch(`/api/comparison?ids=${ids.slice(0, 4)}`))
  expect(comparison.items.map(({ id }: Json) => id)).toEqual([large.id, small.id])
  expect(comparison.rows).toMatchObject([
    { label: 'Capacity, bar', values: ['40 mm', '25 mm'], best: [0], isEqual: false },
    { label: 'Swing over bed', values: [null, '320 mm'] },
    { label: 'Net weight', values: ['1,450 kg', null] },
  ])
  const once: Json = await expectOk(site.fetch(`/api/comparison?ids=${large.slug},${large.slug}`))
  expect(once.items).toHaveLength(1)
})

test('One property with two names is one row, of which the differences show only what differs', async () => {
  const staff = await site.signIn('editor')
  const features = JSON.stringify(['Ground bed'])
  const create = (name: string, specifications: Record<string, string>) =>
    createMachine(staff, { name, features, specifications: JSON.stringify(specifications) })
  const centre = await create('TC 200 Turning Centre', { Spindle: '5,000 rpm, 7.5 kW', Weight: '3.1 t' })
  const lathe = await create('TL 52 Turret Lathe', {
    'Spindle motor': '7.5 kW',
    'Spindle speeds': '35-1,800 rpm',
    'Net weight': '2,150 kg',
  })
  const ids = `${centre.slug},${lathe.slug}`
  const { rows }: Json = await expectOk(site.fetch(`/api/comparison?ids=${ids}`))
  expect(rows).toEqual([
    { label: 'Weight', values: ['3.1 t', '2,150 kg (2.15 t)'], best: [], isEqual: false },
    { label: 'Spindle motor', values: ['7.5 kW', '7.5 kW'], best: [], isEqual: true },
    { label: 'Spindle speeds', values: ['5,000 rpm', '35-1,800 rpm'], best: [0], isEqual: false },
  ])
  const html = await (await site.fetch(`/compare?ids=${ids}&rows=differences`)).text()
  const shown = html.slice(html.indexOf('<table'), html.indexOf('</table>'))
  expect(shown).toContain('Spindle speeds')
  expect(shown).not.toMatch(/Spindle motor|Ground bed|>More</)
  expect(html).toContain('rows with equal values are hidden.')
  const complete = await (await site.fetch(`/compare?ids=${ids}`)).text()
  expect(complete).toContain(`href="/compare?ids=${ids}&amp;rows=differences"`)
  expect(complete).toContain('Ground bed')
})

test('More than four items are refused', async () => {
  const message = await expectProblem(site.fetch('/api/comparison?ids=a,b,c,d,e'), 400)
  expect(message).toBe('At most 4 items can be compared.')
})

test('The page of a comparison is complete HTML with its own title, canonical address and escaped names', async () => {
  const reply = await site.fetch(`/compare?ids=${small.slug},${large.slug}&rows=differences`)
  const html = await reply.text()
  expect(reply.status).toBe(200)
  expect(html).toContain('<title>Compare CL 25 Capstan Lathe, CL 40 &lt;b&gt;Lathe&lt;/b&gt;: ')
  expect(html).toContain(`/compare?ids=${small.slug},${large.slug}"`)
  for (const text of ['40 mm', '320 mm', '₹19,75,000', 'On request']) expect(html).toContain(text)
  expect(html).not.toContain('<b>Lathe</b>')
  const slugs = `${small.slug},${large.slug}`
  for (const path of [
    `/compare?ids=${small.slug}`,
    `/compare.pdf?ids=${slugs}&amp;rows=differences`,
    `/?item=${slugs}#contact`,
  ])
    expect(html).toContain(`href="${path}"`)
})

test('A comparison of nothing, of unknown items and of too many is a page that says so', async () => {
  expect(await (await site.fetch('/compare')).text()).toContain(
    'Choose Compare on up to 4 machines or spare parts',
  )
  expect(await (await site.fetch('/compare?ids=unknown')).text()).toContain('no longer in the catalogue')
  const tooMany = await (await site.fetch('/compare?ids=a,b,c,d,e')).text()
  expect(tooMany).toContain('At most 4 items can be compared.')
})

test('The contact form without JavaScript is about all items of the comparison', async () => {
  const html = await (await site.fetch(`/?item=${small.slug},${large.slug}`)).text()
  expect(html).toContain(`name="item" value="${small.id},${large.id}"`)
  expect(html).toMatch(/Your enquiry is about <b>CL 25 Capstan Lathe, CL 40 &lt;b&gt;Lathe&lt;\/b&gt;<\/b>/)
  const body = new URLSearchParams({ ...ENQUIRY_FIELDS, item: `${small.id},${large.id}`, quantity: '2' })
  const reply = await site.fetch('/api/enquiries/form', { method: 'POST', body, redirect: 'manual' })
  expect(reply.headers.get('location')).toContain('enquiry=sent')
  const [enquiry]: Json[] = await expectOk(staff('/api/enquiries?limit=1'))
  expect(enquiry!.lines.map(({ name, quantity }: Json) => [name, quantity])).toEqual([
    [small.name, 2],
    [large.name, 2],
  ])
})
