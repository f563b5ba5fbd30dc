import { afterAll, beforeAll, expect, test } from 'vitest'
import { formBody, jsonBody, MACHINE_FIELDS, startSite, type TestSite } from '../support/site.ts'
import { getRaw } from './bytes.ts'
import { createMachine, SERVICE, type Staff } from './requests.ts'

let site: TestSite
let owner: Staff
let machine: { id: string }
beforeAll(async () => {
  site = await startSite(
    { SMTP_URL: 'smtp://127.0.0.1:9', NOTIFY_EMAIL: 'sales@works.example' },
    { pages: true },
  )
  owner = await site.signIn('owner')
  machine = await createMachine(owner)
})
afterAll(() => site.close())

/** As much as a request line or a header takes. */
const LINE = 14_000
const ROUNDS = 5
/** What grows with the square of a text's length takes more than fifty times as long. */
const MOST_TIMES = 15

const long = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
const inAddress =
  (before: string, after = '') =>
  (text: string) =>
    getRaw(site, before + text + after)
const inHeader =
  (name: string, before = '') =>
  (text: string) =>
    getRaw(site, '/products', ['Host: shop.example', `${name}: ${before}${text}x`])
const asSearch = (path: string) => (text: string) =>
  site.fetch(`${path}${encodeURIComponent(text.slice(0, 200))}&limit=1`)
const inForm =
  (field: string, wrap = (text: string) => text) =>
  (text: string) =>
    owner(`/api/products/${machine.id}`, formBody('PUT', { ...MACHINE_FIELDS, [field]: wrap(`${text}x`) }))
let enquirer = 0
const inEnquiry = (field: string, most: number) => (text: string) =>
  owner(
    '/api/enquiries/by-staff',
    jsonBody('POST', {
      firstName: 'a',
      lastName: 'b',
      email: `a${++enquirer}@b.example`,
      phone: '1',
      message: 'c',
      [field]: `x${text.slice(0, most - 2)}x`,
    }),
  )

/** Each text from outside that meets a regular expression, with what makes careless ones slow. */
const PLACES: [where: string, hostile: string, length: number, send: (text: string) => Promise<unknown>][] = [
  ['slashes within an address', '/', LINE, inAddress('/a', 'x/')],
  ['dots within an address', './', LINE, inAddress('/a/', '/')],
  ['an item’s readable address', '-', 480, inAddress('/product/')],
  ['a page’s search', '%20', LINE, inAddress('/products?search=x', 'x')],
  ['a page’s specifications', 'a-', LINE, inAddress('/products?specifications=', '!')],
  ['figures of a page’s specifications', '1.', LINE, inAddress('/products?specifications=a:', '!')],
  ['a page’s category', '%09', LINE, inAddress('/products?category=x', 'x')],
  ['Accept-Encoding', '; q=0.0 ', LINE, inHeader('Accept-Encoding')],
  ['blanks in Accept-Encoding', ' ', LINE, inHeader('Accept-Encoding', 'br;')],
  ['If-None-Match', 'W/', LINE, inHeader('If-None-Match')],
  ['blanks in If-None-Match', ' ', LINE, inHeader('If-None-Match', '"a"')],
  ['Authorization', ' ', LINE, inHeader('Authorization', 'Bearer ')],
  ['Cookie', '; ', LINE, inHeader('Cookie', 'capstan_session=')],
  ['Content-Type', '; ', LINE, inHeader('Content-Type', 'multipart/form-data')],
  ['Host', 'a-', LINE, (text) => getRaw(site, '/products', [`Host: ${text}!`])],
  ['dots in Host', 'a.', LINE, (text) => getRaw(site, '/products', [`Host: ${text}!`])],
  ['a list’s search', ' -', 200, asSearch('/api/products?approximate=true&search=')],
  ['digits of a list’s search', '1 ', 200, asSearch('/api/products?approximate=true&search=')],
  ['a list’s specifications', 'a-', 990, (text) => site.fetch(`/api/products?specifications=${text}!`)],
  ['suggestions', '.-', 200, asSearch('/api/suggestions?search=')],
  ['the office’s search', '%_', 200, (text) => owner(`/api/enquiries?search=${encodeURIComponent(text)}`)],
  ['an enquiry’s e-mail address', '.', 320, inEnquiry('email', 320)],
  ['an enquiry’s message', ' \t', 10_000, inEnquiry('message', 10_000)],
  ['an enquiry’s name', '\u2028', 100, inEnquiry('firstName', 100)],
  ['an item’s description', ' \n', 19_990, inForm('description')],
  ['an item’s price', '1,', 250_000, inForm('price')],
  ['an item’s features', ' ', 250_000, inForm('features')],
  ['an item’s specifications', '[', 250_000, inForm('specifications')],
  [
    'figures of a specification',
    '1,',
    490,
    inForm('specifications', (text) => JSON.stringify({ a: text, b: text })),
  ],
  [
    'words of a specification',
    ', ',
    490,
    inForm('specifications', (text) => JSON.stringify({ a: text, b: text })),
  ],
  [
    'the pictures to keep',
    '/',
    250_000,
    inForm('existingImages', (text) => JSON.stringify([`http:${text}`])),
  ],
  [
    'a service’s name',
    ' -',
    199,
    (text) => owner('/api/services', jsonBody('POST', { ...SERVICE, name: `a${text}` })),
  ],
  [
    'an e-mail address to sign in with',
    '@',
    320,
    (email) => site.fetch('/api/auth/forgot', jsonBody('POST', { email })),
  ],
]

/** The quickest of some rounds: what else the machine does only ever adds. */
async function quickest(send: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    const reply = await send()
    if (reply instanceof Response) await reply.arrayBuffer()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

test.each(PLACES)('no regular expression is slow on %s', async (_where, hostile, length, send) => {
  const harmless = await quickest(() => send(long('b', length)))
  const attacked = await quickest(() => send(long(hostile, length)))
  expect(attacked / Math.max(harmless, 1)).toBeLessThan(MOST_TIMES)
})
