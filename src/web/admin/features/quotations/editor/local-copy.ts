import { readWork, writeWork } from '#web/admin/session/local-work.ts'
import type { Draft } from './draft.ts'

/** What was entered and is not stored on the server yet, on this device. */
export interface LocalCopy {
  /** UTC, ISO 8601. */
  at: string
  /** The content of the stored revision that was edited; for a new quotation what it began with. */
  base: Draft
  draft: Draft
  /** Of a new quotation: repeated requests with it store one quotation. */
  requestKey: string
}

const toKey = (id: string) => `quotation:${id}`

/** Reads the copy; undefined without one. */
export function readCopy(id: string): LocalCopy | undefined {
  try {
    return (JSON.parse(readWork(toKey(id)) ?? 'null') as LocalCopy | null) ?? undefined
  } catch {
    return undefined
  }
}

export const writeCopy = (id: string, copy: LocalCopy): void => writeWork(toKey(id), JSON.stringify(copy))

export const deleteCopy = (id: string): void => writeWork(toKey(id), undefined)
