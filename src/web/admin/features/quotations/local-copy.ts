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

const toKey = (id: string) => `capstan-quotation:${id}`

/** Reads the copy; undefined without one. Where storage is blocked there are no copies, and no error. */
export function readCopy(id: string): LocalCopy | undefined {
  try {
    return (JSON.parse(localStorage.getItem(toKey(id)) ?? 'null') as LocalCopy | null) ?? undefined
  } catch {
    return undefined
  }
}

export function writeCopy(id: string, copy: LocalCopy): void {
  try {
    localStorage.setItem(toKey(id), JSON.stringify(copy))
  } catch {
    // Storage is full or blocked.
  }
}

export function deleteCopy(id: string): void {
  try {
    localStorage.removeItem(toKey(id))
  } catch {
    // Storage is blocked.
  }
}
