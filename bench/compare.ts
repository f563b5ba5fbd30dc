import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { visit } from './asking.ts'
import type { Captured } from './bare.ts'
import { keepTrack, stop } from './children.ts'
import { load } from './load.ts'
import { median } from './statistics.ts'

const ROUNDS = 3
/** What Node adds to every answer by itself. */
const ADDED_BY_NODE = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** An answer's rate, and that of a bare node:http server which sends the same bytes. */
export interface Compared {
  perSecond: number
  barePerSecond: number
  /** The middle of the rounds' own ratios: what slows a whole round down slows both. */
  ratio: number
  /** Of every round; far apart on a machine that does other things as well. */
  ratios: number[]
  p99Ms: number
}

/** Loads every address of the site and of a bare server in turn, three rounds of so many seconds each. */
export async function compareWithBare<Name extends string>(
  url: string,
  paths: Record<Name, string>,
  seconds: number,
): Promise<Record<Name, Compared>> {
  const names = Object.keys(paths) as Name[]
  const captured = await Promise.all(names.map((name) => capture(url, paths[name])))
  const bare = await startBare(captured)
  const compared: [Name, Compared][] = []
  for (const name of names) compared.push([name, await compare(url, bare.url, paths[name], seconds)])
  await bare.stop()
  return Object.fromEntries(compared) as Record<Name, Compared>
}

async function compare(site: string, bare: string, path: string, seconds: number): Promise<Compared> {
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const own = await load(site + path, seconds)
    rounds.push({ own, bare: await load(bare + path, seconds) })
  }
  const ratios = rounds.map((round) => round.own.perSecond / round.bare.perSecond)
  return {
    perSecond: median(rounds.map((round) => round.own.perSecond)),
    barePerSecond: median(rounds.map((round) => round.bare.perSecond)),
    ratio: median(ratios),
    ratios,
    p99Ms: median(rounds.map((round) => round.own.p99Ms)),
  }
}

async function capture(url: string, path: string): Promise<Captured> {
  const visitor = visit(url)
  // Whoever is the first to ask for a page gets more bytes than those after.
  await visitor.ask(path)
  const { headers, body } = await visitor.ask(path)
  visitor.leave()
  const kept = Object.entries(headers).filter(([name]) => !ADDED_BY_NODE.includes(name))
  return {
    path,
    headers: { ...(Object.fromEntries(kept) as Record<string, string>), 'content-length': `${body.length}` },
    bodyBase64: body.toString('base64'),
  }
}

async function startBare(captured: Captured[]): Promise<{ url: string; stop(): Promise<void> }> {
  const child = keepTrack(fork(join(import.meta.dirname, 'bare.ts')))
  child.send(captured)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { url: `http://127.0.0.1:${port}`, stop: () => stop(child) }
}
