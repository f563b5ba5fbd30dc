import { beforeAll, expect, test } from 'vitest'
import { PDF } from '../../support/fixtures/attachments.ts'
import { ENQUIRY_FIELDS } from '../../support/fixtures/enquiries.ts'
import { createMachine, MACHINE_FIELDS, SERVICE } from '../../support/fixtures/items.ts'
import { createIssuedQuotation } from '../../support/fixtures/quotations.ts'
import { formBody, jsonBody, sendRawGet } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

let machine: { id: string }
let customerPage: string
const { site, staff: owner } = startSiteOnce(
  'owner',
  { SMTP_URL: 'smtp://127.0.0.1:9', NOTIFY_EMAIL: 'sales@works.example' },
  { pages: true },
)
beforeAll(async () => {
  machine = await createMachine(owner)
  customerPage = new URL((await createIssuedQuotation(owner)).link, site.url).pathname
})

/** Almost the maximum length of a request line or a header, in characters. */
const MAX_LINE_LENGTH = 14_000
const MIN_ROUNDS = 5
const MAX_ROUNDS = 30
/** Quadratic time would make hostile input more than 50 times slower than harmless input. */
const MAX_SLOWDOWN = 15

const repeatToLength = (text: string, length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length)
const sendInUrl =
  (before: string, after = '') =>
  (text: string) =>
    sendRawGet(site, before + text + after)
const sendInHeader =
  (name: string, before = '') =>
  (text: string) =>
    sendRawGet(site, '/products', ['Host: shop.example', `${name}: ${before}${text}x`])
const sendAsSearch = (path: string) => (text: string) =>
  site.fetch(`${path}${encodeURIComponent(text.slice(0, 200))}&limit=1`)
const sendInForm =
  (field: string, wrap = (text: string) => text) =>
  (text: string) =>
    owner(`/api/products/${machine.id}`, formBody('PUT', { ...MACHINE_FIELDS, [field]: wrap(`${text}x`) }))
/** Sends a PDF with this name; its header is as long as the parser reads by default. */
const sendFileName = (toPath: () => string, field: string) => (text: string) => {
  const form = new FormData()
  form.append(field, new File([PDF], `a${text}x.pdf`))
  return owner(toPath(), { method: 'POST', body: form })
}
/** Every kind of route that receives files. */
const UPLOADS: [where: string, toPath: () => string, field: string][] = [
  ['an attachment', () => '/api/enquiries/attachments', 'file'],
  ['a purchase order', () => `${customerPage}/accept`, 'file'],
  ['a document', () => `/api/items/${machine.id}/documents`, 'file'],
  ['a price list', () => '/api/imports', 'file'],
  ['a drawing', () => `/api/items/${machine.id}/drawings`, 'images'],
  ['a picture', () => '/api/upload-images', 'images'],
  ['a picture of a form', () => '/api/products', 'images'],
]
const FILE_NAME_LENGTH = 80_000
let enquiryCount = 0
const sendInEnquiry = (field: string, maxLength: number) => (text: string) =>
  owner(
    '/api/enquiries/by-staff',
    jsonBody('POST', {
      ...ENQUIRY_FIELDS,
      email: `a${++enquiryCount}@b.example`,
      [field]: `x${text.slice(0, maxLength - 2)}x`,
    }),
  )

/** Each input that a regular expression is applied to, with a text that makes backtracking expressions slow. */
const INPUTS: [where: string, hostile: string, length: number, send: (text: string) => Promise<unknown>][] = [
  ['slashes in a path', '/', MAX_LINE_LENGTH, sendInUrl('/a', 'x/')],
  ['dots in a path', './', MAX_LINE_LENGTH, sendInUrl('/a/', '/')],
  ['an item’s slug', '-', 480, sendInUrl('/product/')],
  ['a page’s search', '%20', MAX_LINE_LENGTH, sendInUrl('/products?search=x', 'x')],
  ['a page’s specifications', 'a-', MAX_LINE_LENGTH, sendInUrl('/products?specifications=', '!')],
  [
    'numbers of a page’s specifications',
    '1.',
    MAX_LINE_LENGTH,
    sendInUrl('/products?specifications=a:', '!'),
  ],
  ['a page’s category', '%09', MAX_LINE_LENGTH, sendInUrl('/products?category=x', 'x')],
  ['Accept-Encoding', '; q=0.0 ', MAX_LINE_LENGTH, sendInHeader('Accept-Encoding')],
  ['spaces in Accept-Encoding', ' ', MAX_LINE_LENGTH, sendInHeader('Accept-Encoding', 'br;')],
  ['If-None-Match', 'W/', MAX_LINE_LENGTH, sendInHeader('If-None-Match')],
  ['spaces in If-None-Match', ' ', MAX_LINE_LENGTH, sendInHeader('If-None-Match', '"a"')],
  ['Authorization', ' ', MAX_LINE_LENGTH, sendInHeader('Authorization', 'Bearer ')],
  ['Cookie', '; ', MAX_LINE_LENGTH, sendInHeader('Cookie', 'capstan_session=')],
  ['Content-Type', '; ', MAX_LINE_LENGTH, sendInHeader('Content-Type', 'multipart/form-data')],
  ['Host', 'a-', MAX_LINE_LENGTH, (text) => sendRawGet(site, '/products', [`Host: ${text}!`])],
  ['dots in Host', 'a.', MAX_LINE_LENGTH, (text) => sendRawGet(site, '/products', [`Host: ${text}!`])],
  ['a list’s search', ' -', 200, sendAsSearch('/api/products?approximate=true&search=')],
  ['digits of a list’s search', '1 ', 200, sendAsSearch('/api/products?approximate=true&search=')],
  ['a list’s specifications', 'a-', 990, (text) => site.fetch(`/api/products?specifications=${text}!`)],
  ['suggestions', '.-', 200, sendAsSearch('/api/suggestions?search=')],
  ['the admin’s search', '%_', 200, (text) => owner(`/api/enquiries?search=${encodeURIComponent(text)}`)],
  ['an enquiry’s e-mail address', '.', 320, sendInEnquiry('email', 320)],
  ['an enquiry’s message', ' \t', 10_000, sendInEnquiry('message', 10_000)],
  ['an enquiry’s name', '\u2028', 100, sendInEnquiry('firstName', 100)],
  ['an item’s description', ' \n', 19_990, sendInForm('description')],
  ['an item’s price', '1,', 250_000, sendInForm('price')],
  ['an item’s features', ' ', 250_000, sendInForm('features')],
  ['an item’s specifications', '[', 250_000, sendInForm('specifications')],
  [
    'numbers of a specification',
    '1,',
    490,
    sendInForm('specifications', (text) => JSON.stringify({ a: text, b: text })),
  ],
  [
    'words of a specification',
    ', ',
    490,
    sendInForm('specifications', (text) => JSON.stringify({ a: text, b: text })),
  ],
  [
    'the existing pictures of a form',
    '/',
    250_000,
    sendInForm('existingImages', (text) => JSON.stringify([`http:${text}`])),
  ],
  [
    'a service’s name',
    ' -',
    199,
    (text) => owner('/api/services', jsonBody('POST', { ...SERVICE, name: `a${text}` })),
  ],
  [
    'an e-mail address of an account',
    '@',
    320,
    (email) => site.fetch('/api/auth/forgot', jsonBody('POST', { email })),
  ],
  ...UPLOADS.map(([where, toPath, field]): (typeof INPUTS)[number] => [
    `the file name of ${where}`,
    '.',
    FILE_NAME_LENGTH,
    sendFileName(toPath, field),
  ]),
]

async function measure(send: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  const reply = await send()
  if (reply instanceof Response) await reply.arrayBuffer()
  return performance.now() - start
}

test.each(INPUTS)(
  'Hostile input for %s takes no longer than harmless input of the same length',
  async (_where, hostile, length, send) => {
    const shortest = { harmless: Number.POSITIVE_INFINITY, attacked: Number.POSITIVE_INFINITY }
    const getSlowdown = () => shortest.attacked / Math.max(shortest.harmless, 1)
    // Other load only makes requests slower: the shortest durations count, of more rounds when these are not enough.
    for (
      let round = 0;
      round < MIN_ROUNDS || (round < MAX_ROUNDS && getSlowdown() >= MAX_SLOWDOWN);
      round++
    ) {
      const harmless = await measure(() => send(repeatToLength('b', length)))
      const attacked = await measure(() => send(repeatToLength(hostile, length)))
      shortest.harmless = Math.min(shortest.harmless, harmless)
      shortest.attacked = Math.min(shortest.attacked, attacked)
    }
    expect(getSlowdown()).toBeLessThan(MAX_SLOWDOWN)
  },
)
