import { setTimeout as pause } from 'node:timers/promises'
import { type BackgroundResult, withBackgroundRequests } from './background-requests.ts'
import { generatePart } from './part-generator.ts'
import type { Site } from './site.ts'
import { signIn } from './upload.ts'

const POLL_INTERVAL_MS = 250
const BUSY_STATES = ['reading', 'applying']
/** With the specifications of the generated parts and what they repeat, twenty columns. */
const COLUMNS = [
  'Item Code',
  'Particulars',
  'Description',
  'Category',
  'Rate (Rs.)',
  'HSN/SAC',
  'GST %',
  'UOM',
  'MOQ',
  'Lead time (days)',
  'Warranty (months)',
  'Features',
  'Size',
  'Weight',
  'Material',
  'Make',
  'Hardness',
  'Finish',
  'Packing',
  'Country of origin',
]

/** The import of a price list: read, compared and applied. */
export interface ImportResult {
  rows: number
  readSeconds: number
  applySeconds: number
  /** The largest memory use of the import's process. */
  peakMb: number
  background: BackgroundResult
}

/** Imports a CSV file of new spare parts with twenty columns while other clients use the site. */
export async function measureImport(site: Site, rows: number): Promise<ImportResult> {
  const cookie = await signIn(site.url)
  const file = new File([createPriceList(rows)], 'Spare parts.csv', { type: 'text/csv' })
  let peakMb = 0
  const { value, background } = await withBackgroundRequests(site.url, async () => {
    const form = new FormData()
    form.append('file', file)
    const startedAt = performance.now()
    const { id } = await requestImport(site.url, cookie, '', { method: 'POST', body: form })
    const wait = async (expectedState: string) => {
      for (;;) {
        peakMb = Math.max(peakMb, site.largestChildMb())
        const found = await requestImport(site.url, cookie, `/${id}`)
        if (found.state === expectedState) return found
        if (!BUSY_STATES.includes(found.state))
          throw new Error(`The import is ${found.state}: ${found.error}`)
        await pause(POLL_INTERVAL_MS)
      }
    }
    await wait('ready')
    const readAt = performance.now()
    await requestImport(site.url, cookie, `/${id}/apply`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ what: 'all' }),
    })
    const { applied } = await wait('done')
    if (applied !== rows) throw new Error(`${applied} of ${rows} rows were applied.`)
    return { readSeconds: (readAt - startedAt) / 1000, applySeconds: (performance.now() - readAt) / 1000 }
  })
  return { rows, ...value, peakMb, background }
}

interface ImportReply {
  id: string
  state: string
  error: string | null
  applied: number
}

async function requestImport(
  url: string,
  cookie: string,
  path: string,
  init: RequestInit = {},
): Promise<ImportReply> {
  const reply = await fetch(`${url}/api/imports${path}`, {
    ...init,
    headers: { ...Object.fromEntries(new Headers(init.headers)), cookie },
  })
  if (!reply.ok) throw new Error(`The import returned ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as ImportReply
}

function createPriceList(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => toCells(index).map(quote).join(','))
  return [COLUMNS.join(','), ...lines].join('\n')
}

function toCells(index: number): string[] {
  const { name, description, category, pricePaise, features, specifications } = generatePart(index)
  const [, size, weight, material, make, , hardness] = specifications.map(([, value]) => value)
  return [
    `IMP-${index}`,
    `${name} (price list)`,
    description,
    category,
    pricePaise === null ? '' : `Rs. ${(pricePaise / 100).toLocaleString('en-IN')}/-`,
    '848210',
    '18',
    'Nos',
    '1',
    String(index % 40),
    '12',
    features.join('; '),
    size!,
    weight!,
    material!,
    make!,
    hardness!,
    'Blackened',
    'Box of one',
    'India',
  ]
}

const quote = (cell: string) => `"${cell}"`
