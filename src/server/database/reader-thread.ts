import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { ReaderCall, ReaderReply } from './reader.ts'

/* Runs in a thread of its own: answers one query after the other from a connection that cannot write. */

const PREPARED_STATEMENTS = 200
const sqlite = new DatabaseSync(workerData as string, { readOnly: true, timeout: 10_000 })
sqlite.exec('pragma cache_size = -16384; pragma mmap_size = 2147418112; pragma temp_store = memory')
const prepared = new Map<string, StatementSync>()

parentPort?.on('message', ({ id, sql, parameters }: ReaderCall) => {
  parentPort?.postMessage({ id, ...answer(sql, parameters) } satisfies ReaderReply)
})

function answer(sql: string, parameters: SQLInputValue[]): Omit<ReaderReply, 'id'> {
  try {
    const rows = statement(sql).all(...parameters)
    return { rows }
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number }
    return { error: { message, code, errcode } }
  }
}

function statement(sql: string): StatementSync {
  const known = prepared.get(sql)
  if (known) return known
  if (prepared.size >= PREPARED_STATEMENTS) prepared.clear()
  const made = sqlite.prepare(sql)
  prepared.set(sql, made)
  return made
}
