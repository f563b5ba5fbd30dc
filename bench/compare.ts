import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CapturedResponse } from './baseline-server.ts'
import { stopChild, trackChild } from './child-processes.ts'
import { createHttpClient } from './http-client.ts'
import { runLoad } from './load.ts'
import { median } from './statistics.ts'

const ROUNDS = 3
/** Headers that Node adds to every response. */
const NODE_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** The request rates of the site and of a bare node:http server that sends the same bytes. */
export interface Comparison {
  perSecond: number
  baselinePerSecond: number
  /** The median of the ratios per round: a disturbance slows both servers of its round. */
  ratio: number
  /** The ratio of every round. The values differ widely on a busy machine. */
  ratios: number[]
  p99Ms: number
}

/** Loads every URL of the site and of a bare server alternately, in three rounds of `seconds` each. */
export async function compareWithBaseline<Name extends string>(
  url: string,
  paths: Record<Name, string>,
  seconds: number,
): Promise<Record<Name, Comparison>> {
  const names = Object.keys(paths) as Name[]
  const captured = await Promise.all(names.map((name) => captureResponse(url, paths[name])))
  const baseline = await startBaselineServer(captured)
  const compared: [Name, Comparison][] = []
  for (const name of names) compared.push([name, await comparePath(url, baseline.url, paths[name], seconds)])
  await baseline.stop()
  return Object.fromEntries(compared) as Record<Name, Comparison>
}

async function comparePath(
  site: string,
  baselineUrl: string,
  path: string,
  seconds: number,
): Promise<Comparison> {
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const own = await runLoad(site + path, seconds)
    rounds.push({ own, bare: await runLoad(baselineUrl + path, seconds) })
  }
  const ratios = rounds.map((round) => round.own.perSecond / round.bare.perSecond)
  return {
    perSecond: median(rounds.map((round) => round.own.perSecond)),
    baselinePerSecond: median(rounds.map((round) => round.bare.perSecond)),
    ratio: median(ratios),
    ratios,
    p99Ms: median(rounds.map((round) => round.own.p99Ms)),
  }
}

async function captureResponse(url: string, path: string): Promise<CapturedResponse> {
  const client = createHttpClient(url)
  // The first response is not recorded, because later ones may be compressed better.
  await client.get(path)
  const { headers, body } = await client.get(path)
  client.close()
  const siteHeaders = Object.entries(headers).filter(([name]) => !NODE_HEADERS.includes(name))
  return {
    path,
    headers: {
      ...(Object.fromEntries(siteHeaders) as Record<string, string>),
      'content-length': `${body.length}`,
    },
    bodyBase64: body.toString('base64'),
  }
}

async function startBaselineServer(
  captured: CapturedResponse[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const child = trackChild(fork(join(import.meta.dirname, 'baseline-server.ts')))
  child.send(captured)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { url: `http://127.0.0.1:${port}`, stop: () => stopChild(child) }
}
