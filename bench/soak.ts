import { setTimeout as pause } from 'node:timers/promises'
import { workingCopy } from './data.ts'
import { sequence } from './parts-list.ts'
import { typedSearches, visitorSearches } from './searches.ts'
import { type Site, withSite } from './site.ts'
import { median } from './statistics.ts'
import { photographs, signIn, uploadMachine } from './upload.ts'

/*
 * `npm run soak -- [MINUTES]`: visitors and staff use a site for half an hour without a rest. Ends with 1 where an answer
 * was the server's fault, or where memory or open files grew from the second quarter to the last.
 */

const MINUTES = Number(process.argv[2] ?? 30)
const ITEMS = 2600
const VISITORS = 16
const SAMPLE_MS = 5000
const UPLOAD_EVERY_MS = 20_000
const EDIT_EVERY_MS = 3000
/** So much may differ between two quarters without anything being kept. */
const MEMORY_GROWTH = 0.1
const FILES_GROWTH = 20

interface Sample {
  minute: number
  memoryMb: number
  files: number
}
interface Tally {
  answered: number
  turnedAway: number
  faults: string[]
}

await main()

async function main(): Promise<void> {
  const tally: Tally = { answered: 0, turnedAway: 0, faults: [] }
  const samples = await withSite({ dataDir: await workingCopy(ITEMS) }, (site) => soak(site, tally))
  const second = samples.slice(Math.floor(samples.length / 4), Math.floor(samples.length / 2))
  const last = samples.slice(-Math.ceil(samples.length / 4))
  print(samples, tally)
  const grown = [
    ...grew(
      'Memory',
      second,
      last,
      ({ memoryMb }) => memoryMb,
      median(second.map((s) => s.memoryMb)) * MEMORY_GROWTH,
    ),
    ...grew('Open files', second, last, ({ files }) => files, FILES_GROWTH),
  ]
  for (const problem of [...grown, ...new Set(tally.faults)]) console.error(problem)
  process.exitCode = grown.length > 0 || tally.faults.length > 0 ? 1 : 0
}

function grew(
  what: string,
  second: Sample[],
  last: Sample[],
  of: (sample: Sample) => number,
  most: number,
): string[] {
  const [before, after] = [median(second.map(of)), median(last.map(of))]
  return after - before > most ? [`${what} grew from ${before.toFixed(0)} to ${after.toFixed(0)}.`] : []
}

/** Uses the site from all sides until the time is up; answers how it stood meanwhile. */
async function soak(site: Site, tally: Tally): Promise<Sample[]> {
  const began = performance.now()
  const isOver = () => performance.now() - began > MINUTES * 60_000
  const users = [
    ...Array.from({ length: VISITORS }, (_, seed) => visitor(site.url, seed + 1, tally, isOver)),
    editor(site.url, tally, isOver),
    photographer(site.url, tally, isOver),
  ]
  const samples: Sample[] = []
  while (!isOver()) {
    await pause(SAMPLE_MS)
    const minute = (performance.now() - began) / 60_000
    samples.push({ minute, memoryMb: site.memoryMb(), files: site.openFiles() })
  }
  await Promise.all(users)
  return samples
}

async function visitor(url: string, seed: number, tally: Tally, isOver: () => boolean): Promise<void> {
  const random = sequence(seed)
  const pick = <Value>(values: Value[]): Value => values[Math.floor(random() * values.length)]!
  const searches = visitorSearches(ITEMS, 400)
  const typed = typedSearches()
  const places = [
    () => '/',
    () => '/products',
    () => `/products?tab=spares&search=${encodeURIComponent(pick(searches))}`,
    () => `/product/bench-${200 + Math.floor(random() * (ITEMS - 200))}`,
    () => `/api/spareparts?limit=24&offset=${24 * Math.floor(random() * 100)}`,
    () => `/api/spareparts?limit=24&approximate=true&search=${encodeURIComponent(pick(searches))}`,
    () => `/api/suggestions?search=${encodeURIComponent(pick(typed))}`,
    () => `/api/facets?kind=spare&search=${encodeURIComponent(pick(searches))}`,
    () => `/nothing-${Math.floor(random() * 1e6)}`,
  ]
  while (!isOver()) {
    await counted(tally, () => fetch(url + pick(places)()))
    await pause(random() * 20)
  }
}

/** Changes a part, reads the lists of the office, and answers to an enquiry. */
async function editor(url: string, tally: Tally, isOver: () => boolean): Promise<void> {
  const cookie = await signIn(url)
  const enquiry = {
    firstName: 'Asha',
    lastName: 'Rao',
    email: 'asha@works.example',
    phone: '98400 12345',
    message: 'A quote.',
  }
  const json = { 'content-type': 'application/json', cookie }
  for (let turn = 0; !isOver(); turn++) {
    const body = JSON.stringify({ featured: turn % 2 === 0 })
    await counted(tally, () =>
      fetch(`${url}/api/spareparts/bench-300`, { method: 'PUT', headers: json, body }),
    )
    for (const path of ['/api/dashboard', '/api/items?limit=50', '/api/enquiries', '/api/log', '/readyz'])
      await counted(tally, () => fetch(url + path, { headers: { cookie } }))
    await counted(tally, () =>
      fetch(`${url}/api/enquiries`, { method: 'POST', headers: json, body: JSON.stringify(enquiry) }),
    )
    await pause(EDIT_EVERY_MS)
  }
}

async function photographer(url: string, tally: Tally, isOver: () => boolean): Promise<void> {
  const photos = await photographs()
  while (!isOver()) {
    await uploadMachine(url, photos.slice(0, 2)).then(
      () => tally.answered++,
      (error) => tally.faults.push(String(error)),
    )
    await pause(UPLOAD_EVERY_MS)
  }
}

async function counted(tally: Tally, ask: () => Promise<Response>): Promise<void> {
  try {
    const reply = await ask()
    await reply.arrayBuffer()
    if (reply.status === 429) tally.turnedAway++
    else if (reply.status >= 500)
      tally.faults.push(`${new URL(reply.url).pathname} was answered with ${reply.status}.`)
    else tally.answered++
  } catch (error) {
    tally.faults.push(String(error))
  }
}

function print(samples: Sample[], { answered, turnedAway, faults }: Tally): void {
  const perSecond = Math.round(answered / (MINUTES * 60))
  console.log(
    `${answered} answers in ${MINUTES} minutes (${perSecond}/s), ${turnedAway} over a limit, ${faults.length} faults.\n`,
  )
  console.log('| Minute | Memory, MB | Open files |\n| -----: | ---------: | ---------: |')
  const step = Math.max(1, Math.floor(samples.length / 10))
  for (const { minute, memoryMb, files } of samples.filter((_, index) => index % step === step - 1))
    console.log(`| ${minute.toFixed(1)} | ${memoryMb.toFixed(0)} | ${files} |`)
}
