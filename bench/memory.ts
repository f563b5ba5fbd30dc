import { visit } from './asking.ts'
import { publicPages } from './pages.ts'
import type { Site } from './site.ts'
import { type Latency, summarise } from './statistics.ts'
import { photographs, uploadMachine } from './upload.ts'

const OTHER_NAMES = 300
const EVERY_MS = 20
/** A kept page, a list, a page that nobody has asked for: path and name of the site. */
const MEANWHILE: ((turn: number) => [path: string, host?: string])[] = [
  () => ['/products'],
  () => ['/api/products?limit=24'],
  (turn) => ['/', `meanwhile-${turn}.localhost`],
]

/** Asks for the public pages under so many names of the site that its kept pages fill; answers its memory then, in MB. */
export async function memoryAfterLoad(site: Site): Promise<number> {
  const visitor = visit(site.url)
  for (const path of Object.values(await publicPages(site.url)))
    for (let name = 0; name < OTHER_NAMES; name++) await visitor.ask(path, `other-${name}.localhost`)
  visitor.leave()
  return site.memoryMb()
}

/** What six photographs of 12 megapixels in one form cost the site and those who use it meanwhile. */
export interface Uploaded {
  peakMb: number
  uploadMs: number
  /** How the others were answered; missing when any was turned away. */
  meanwhile?: Latency
  turnedAway: number
  /** What the first of those heard. */
  reason?: string
}

/** Uploads the photographs signed in, while others ask for a kept page, a list and a new page in turn, every 20 ms. */
export async function measureUpload(site: Site): Promise<Uploaded> {
  const photos = await photographs()
  await uploadMachine(site.url, photos.slice(0, 1))
  site.forgetPeak()
  const others = askMeanwhile(site.url)
  const uploadMs = await uploadMachine(site.url, photos).finally(others.stop)
  const settled = await others.settled()
  const turnedAway = settled.filter((other) => other.status === 'rejected')
  const taken = settled.filter((other) => other.status === 'fulfilled').map(({ value }) => value)
  const [first] = turnedAway
  const outcome = first ? { reason: String(first.reason) } : { meanwhile: summarise(taken) }
  return { peakMb: site.peakMb(), uploadMs, turnedAway: turnedAway.length, ...outcome }
}

/** Requests at their times, whether the one before was answered or not: waiting counts. */
function askMeanwhile(url: string): { stop(): void; settled(): Promise<PromiseSettledResult<number>[]> } {
  const visitor = visit(url, 16)
  const asked: Promise<PromiseSettledResult<number>[]>[] = []
  const next = async () => {
    const [path, host] = MEANWHILE[asked.length % MEANWHILE.length]!(asked.length)
    return (await visitor.ask(path, host)).ms
  }
  const timer = setInterval(() => asked.push(Promise.allSettled([next()])), EVERY_MS)
  return {
    stop: () => clearInterval(timer),
    async settled() {
      const settled = (await Promise.all(asked)).flat()
      visitor.leave()
      return settled
    },
  }
}
