import { randomBytes } from 'node:crypto'
import type { LoadRequest } from '../tests/support/hostile/load-generator.ts'

const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'
const LARGE_FILE_BYTES = 5_000_000
/** Below what the parser of forms accepts for the headers of a part. */
const LONG_NAME_LENGTH = 80_000
const FILE_NAMES = [
  `a${'.'.repeat(LONG_NAME_LENGTH)}x.pdf`,
  `${' '.repeat(LONG_NAME_LENGTH)}x.pdf`,
  `${'../'.repeat(2000)}etc/passwd`,
  `${'a/'.repeat(20_000)}b.pdf`,
  `‮fdp.exe`,
  `x${'\u0301'.repeat(5000)}.pdf`,
]
const RARE_WORDS = ['zyx', 'qqq', '0.0001', 'mmmm', '-', 'Ø', 'no', '17', 'under', 'lakh', 'x', '25-mm']
const MAX_SEARCH_LENGTH = 200

const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)]!
const newText = () => randomBytes(12).toString('hex')

/** A search that no cache has: words of no item, with one that many items have. */
function createSearch(): string {
  const words = Array.from({ length: 2 + Math.floor(Math.random() * 20) }, () => pick(RARE_WORDS))
  return encodeURIComponent(`${newText()} ${words.join(' ')} lathe`.slice(0, MAX_SEARCH_LENGTH))
}

function createUpload(): LoadRequest {
  const form = new FormData()
  const content = Math.random() < 0.2 ? PDF + ' '.repeat(LARGE_FILE_BYTES) : PDF + newText()
  form.append('file', new File([content], pick(FILE_NAMES)))
  return { path: '/api/enquiries/attachments', body: form }
}

/** One kind of hostile requests and the number of connections on which they are sent without a pause. */
export interface HostileGroup {
  name: string
  connections: number
  /** `last` is the text of the previous response of this connection. */
  next(last: string): LoadRequest
}

/** `slugs`: published machines, of which PDF files are requested. */
export function createHostileGroups(slugs: string[]): HostileGroup[] {
  const searches = [
    () => `/api/products?limit=24&search=${createSearch()}`,
    () => `/api/spareparts?limit=24&approximate=true&search=${createSearch()}`,
    () => `/products?search=${createSearch()}`,
    () => `/api/suggestions?search=${createSearch()}`,
    () => `/api/facets?kind=spare&search=${createSearch()}`,
  ]
  const comparison = () =>
    Array.from({ length: 4 }, () => pick(slugs))
      .filter((slug, index, all) => all.indexOf(slug) === index)
      .join(',')
  const pdfs = [
    () => `/product/${pick(slugs)}.pdf?${newText()}`,
    () => `/compare.pdf?ids=${comparison()}&rows=differences`,
    () => `/compare.pdf?ids=${comparison()}`,
  ]
  const secret = () => randomBytes(32).toString('base64url')
  return [
    { name: 'uploads', connections: 4, next: createUpload },
    { name: 'PDF files', connections: 6, next: () => ({ path: pick(pdfs)() }) },
    { name: 'searches', connections: 6, next: () => ({ path: pick(searches)() }) },
    { name: 'enquiries with a file', connections: 2, next: createEnquiryOrUpload },
    {
      name: 'sign-ins',
      connections: 3,
      next: () => ({
        path: '/api/auth/login',
        body: { email: `${pick(['owner', newText()])}@localhost`, password: newText() },
      }),
    },
    {
      name: 'secrets of private pages',
      connections: 3,
      next: () => ({ path: pick([`/q/${secret()}`, `/q/${secret()}/document`]) }),
    },
  ]
}

/** Uploads a file, and sends it with the next request. */
function createEnquiryOrUpload(last: string): LoadRequest {
  const id = /^\{"id":"(\w+)"/.exec(last)?.[1]
  if (!id) return createUpload()
  const text = newText()
  return {
    path: '/api/enquiries',
    body: {
      firstName: 'Hostile',
      lastName: text,
      email: `${text}@hostile.example`,
      phone: '+91 00000 10001',
      message: `hostile ${text}`,
      attachments: [id],
    },
  }
}
