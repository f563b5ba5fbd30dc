import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ACCEPT_ENCODING } from './http-client.ts'

const CONNECTIONS = 32

/** The result of one run of wrk. */
export interface LoadResult {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** Requests one URL over 32 connections for this time. Throws if a request failed or was rejected. */
export async function runLoad(url: string, seconds: number): Promise<LoadResult> {
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency']
  const { stdout } = await promisify(execFile)('wrk', [
    ...args,
    '-H',
    `accept-encoding: ${ACCEPT_ENCODING}`,
    url,
  ])
  return parseWrk(stdout)
}

/** Parses the output of `wrk --latency`. Throws if it reports failed or rejected requests. */
export function parseWrk(output: string): LoadResult {
  const failures = /^\s*(?:Socket errors|Non-2xx).*$/m.exec(output)?.[0].trim()
  if (failures) throw new Error(`A load run does not count: ${failures}`)
  return {
    perSecond: Number(matchOrThrow(output, /Requests\/sec:\s+([\d.]+)/)),
    p50Ms: toMilliseconds(matchOrThrow(output, /^\s+50%\s+(\S+)/m)),
    p99Ms: toMilliseconds(matchOrThrow(output, /^\s+99%\s+(\S+)/m)),
  }
}

function matchOrThrow(output: string, pattern: RegExp): string {
  const text = pattern.exec(output)?.[1]
  if (text === undefined) throw new Error(`The output of wrk could not be parsed:\n${output}`)
  return text
}

/** Converts '950.00us', '4.19ms' or '1.02s' to milliseconds. */
function toMilliseconds(text: string): number {
  const inOneMs = text.endsWith('us') ? 1000 : text.endsWith('ms') ? 1 : 0.001
  return Number.parseFloat(text) / inOneMs
}
