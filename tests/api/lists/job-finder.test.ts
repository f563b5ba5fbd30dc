import { beforeAll, expect, test } from 'vitest'
import { bulkUpdate, createMachine, createSparePart } from '../../support/fixtures/items.ts'
import { CONTENT_PATH } from '../../support/fixtures/site-content.ts'
import { expectOk, expectProblem, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

let small: Json
let large: Json
const { site, staff } = startSiteOnce('editor', {}, { pages: true })
beforeAll(async () => {
  const lathe = (name: string, bar: string, length: string, more: Record<string, string> = {}) =>
    createMachine(staff, {
      name,
      specifications: JSON.stringify({
        'Bar capacity': bar,
        'Turret stroke': length,
        'Machine type': 'Capstan lathe',
      }),
      ...more,
    })
  small = await lathe('CL 25 Capstan Lathe', '25 mm', '120 mm', { code: 'CL 25', price: '15,00,000' })
  await lathe('CL 25 Long-bed Capstan Lathe', '25 mm', '220 mm', { code: 'CL 25 Long-bed' })
  large = await lathe('CL 40 <b>Lathe</b>', '1.6 in', '200 mm', { code: 'CL 40' })
  await lathe('CL 99 Draft', '99 mm', '999 mm', { draft: 'true' })
  await createSparePart(staff, {
    name: 'Collet',
    specifications: JSON.stringify({ 'Bar capacity': '40 mm', Length: '90 mm' }),
  })
})

const find = (body: unknown) => site.fetch('/api/job-finder', jsonBody('POST', body))
const JOB = { bar: 'yes', diameter: '1 in', length: 180 }

test('The job finder judges published machines, the best first, with reasons in the unit of the job', async () => {
  const result: Json = await expectOk(find({ bar: 'yes', diameter: '24', length: 180, quantity: 200 }))
  expect(result).toMatchObject({
    job: 'Part from bar: diameter 24 mm, length 180 mm. Quantity: 200 a day.',
    checked: 3,
    fitting: 2,
  })
  expect(result.machines.map(({ item, verdict }: Json) => [item.name, verdict])).toEqual([
    ['CL 25 Long-bed Capstan Lathe', 'fits'],
    [large.name, 'fits'],
    [small.name, 'fails'],
  ])
  expect(result.machines[2]).toMatchObject({
    item: { id: small.id, slug: small.slug, price: 1500000 },
    variant: { name: 'CL 25 Long-bed Capstan Lathe', text: 'fits with the long bed' },
  })
  expect(result.machines[2].reasons).toContainEqual({
    question: 'Length',
    verdict: 'fails',
    text: 'turret stroke is 60 mm too small',
    stated: 'Turret stroke: 120 mm',
  })
  const inches: Json = await expectOk(find(JOB))
  expect(inches.fitting).toBe(1)
  expect(inches.machines[0].reasons).toContainEqual(
    expect.objectContaining({ question: 'Bar diameter', text: 'fits, 0.6 in to spare' }),
  )
})

test('In another language the reasons and what machines state are in it, and the machines are the same', async () => {
  const owner = await site.signIn('owner')
  for (const [source, translation] of [
    ['Turret stroke', 'டரட் ஸ்ட்ரோக்'],
    ['CL 25 Capstan Lathe', 'CL 25 லேத்'],
  ])
    await expectOk(owner('/api/translations', jsonBody('PUT', { language: 'ta', source, translation })))
  const address = '/api/job-finder?bar=yes&diameter=24&length=180'
  const [english, tamil]: Json[] = await Promise.all(
    [address, `${address}&language=ta`].map((path) => expectOk(site.fetch(path))),
  )
  const listVerdicts = ({ machines }: Json) => machines.map(({ item, verdict }: Json) => [item.id, verdict])
  expect(listVerdicts(tamil)).toEqual(listVerdicts(english))
  expect(tamil.machines[2].item.name).toBe('CL 25 லேத்')
  expect(tamil.machines[2].reasons).toContainEqual({
    question: 'நீளம்',
    verdict: 'fails',
    text: 'டரட் ஸ்ட்ரோக் 60 mm குறைவு',
    stated: 'டரட் ஸ்ட்ரோக்: 120 mm',
  })
})

test('The address of a job and a request with a body have the same result', async () => {
  const address = '/api/job-finder?bar=yes&diameter=1+in&length=180&operations=turning,threading'
  const body = { ...JOB, operations: ['turning', 'threading'] }
  expect(await expectOk(site.fetch(address))).toEqual(await expectOk(find(body)))
})

test.each([
  [{}, 'Enter at least one size'],
  [{ diameter: '42', weight: -3 }, 'Weight: enter a weight above 0'],
  [{ operations: ['knitting'] }, 'Operations: choose from turning'],
  [{ bar: 'maybe', diameter: '42' }, 'must be yes or no'],
  [{ diameter: { mm: 42 } }, 'must be a number or a text such as'],
  [{ diameter: '42', colour: 'red' }, 'colour'],
  [[], 'object'],
])('The job %j is refused with 400 and a sentence: %s', async (body, message) => {
  expect(await expectProblem(find(body), 400)).toContain(message)
})

test('All wrong answers are named at once, each with its field', async () => {
  const reply = await find({ diameter: 'wide', weight: 'heavy' })
  expect((await reply.json()).errors).toMatchObject([{ field: 'diameter' }, { field: 'weight' }])
})

test('A changed machine is judged by its new specifications', async () => {
  const staff = await site.signIn('editor')
  const added = await createMachine(staff, {
    name: 'CL 90 Lathe',
    specifications: JSON.stringify({ 'Bar capacity': '90 mm', 'Machine type': 'Lathe' }),
  })
  const count = async () => (await expectOk(find({ bar: 'yes', diameter: '90' }))).fitting
  expect(await count()).toBe(1)
  await expectOk(bulkUpdate(staff, [added.id], { archived: true }))
  expect(await count()).toBe(0)
})

test('The page of a job is complete HTML with its title, the reasons, a comparison and links that carry the job', async () => {
  const reply = await site.fetch(
    '/finder?diameter=24&length=180&bar=yes&operations=turning&operations=drilling',
  )
  const html = await reply.text()
  expect(reply.status).toBe(200)
  expect(html).toContain('<title>Which machine fits my part: ')
  expect(html).toContain('rel="canonical"')
  expect(html).toContain('property="og:title" content="Which machine fits my part: ')
  for (const text of [
    '2 of 3 machines fit',
    'Operations: turning, drilling.',
    'fits, 40 mm to spare',
    'fits with the long bed: CL 25 Long-bed Capstan Lathe',
    '/compare?ids=cl-25-long-bed-capstan-lathe,',
    `Please+quote+the+CL+25+Long-bed`,
  ])
    expect(html).toContain(text)
  expect(html).not.toContain('<b>Lathe</b>')
})

test('The page without a job, with a wrong one and with one that nothing fits says so', async () => {
  expect(await (await site.fetch('/finder')).text()).toContain('The result appears here.')
  const wrong = await site.fetch('/finder?diameter=wide')
  expect(wrong.status).toBe(400)
  expect(await wrong.text()).toContain('Diameter: enter one length above 0')
  const none = await (await site.fetch('/finder?bar=yes&diameter=200&length=100')).text()
  expect(none).toContain('No machine fits this job')
  expect(none).toContain('The nearest machine is the ')
})

test('The contact form of an address with a message contains it', async () => {
  const html = await (await site.fetch('/?message=A+job+%3Cb%3E')).text()
  expect(html).toContain('A job &lt;b&gt;</textarea>')
})

test('Staff name the specifications that answer a question; unknown, repeated and empty names are refused', async () => {
  const staff = await site.signIn('owner')
  const { content, revision } = await expectOk(staff(`${CONTENT_PATH}/edited`))
  const save = (barDiameter: string[]) =>
    staff(
      CONTENT_PATH,
      jsonBody('PUT', {
        content: { ...content, jobFinder: { ...content.jobFinder, barDiameter } },
        revision,
      }),
    )
  expect(await expectProblem(save(['Bar capacty']), 400)).toBe(
    'Job finder, Bar diameter: no machine has the specification ‘Bar capacty’. Check its spelling.',
  )
  expect(await expectProblem(save(['Bar capacity', 'Bar capacity']), 400)).toContain(
    'this entry exists already',
  )
  expect(await expectProblem(save(['']), 400)).toContain('this field is required')

  const count = async () => (await expectOk(find({ bar: 'yes', diameter: '210' }))).fitting
  expect(await count()).toBe(0)
  await expectOk(save(['TURRET-stroke']))
  expect(await count()).toBe(1)
  const history = await expectOk(staff(`${CONTENT_PATH}/history`))
  expect(JSON.stringify(history.revisions[0])).toContain('Job finder')
})
