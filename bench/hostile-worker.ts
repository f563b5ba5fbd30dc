import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { sendRequest } from '../tests/support/hostile/load-generator.ts'
import { createHostileGroups, type HostileGroup } from './hostile-requests.ts'

/*
 * Sends the hostile requests, in a thread of its own, so that their creation does not count as time of ordinary requests.
 * A message ends it; it answers with what it has sent.
 */

/** The one network from which all of them come. */
const NETWORK = '203.0.113.66'
const PAUSE_MS = 5

export interface HostileWorkerData {
  url: string
  slugs: string[]
}

/** The number of responses by status; 0 stands for none. */
export type HostileCounts = Record<string, Record<number, number>>

const { url, slugs } = workerData as HostileWorkerData
const counts: HostileCounts = {}
let isOver = false
parentPort?.once('message', () => {
  isOver = true
})
const groups = createHostileGroups(slugs)
await Promise.all(groups.flatMap((group) => Array.from({ length: group.connections }, () => run(group))))
parentPort?.postMessage(counts)

async function run({ name, next }: HostileGroup): Promise<void> {
  counts[name] = {}
  for (let last = ''; !isOver; await pause(PAUSE_MS)) {
    const { status, text } = await sendRequest(url, {
      ...next(last),
      headers: { 'x-forwarded-for': NETWORK },
    })
    counts[name][status] = (counts[name][status] ?? 0) + 1
    last = status === 201 ? text : ''
  }
}
