import { del, get, set } from 'idb-keyval'
import { readWork, writeWork } from '../session/local-work.ts'

/** What was entered and is not saved. */
export interface StoredDraft<Value> {
  /** UTC, ISO 8601. */
  at: string
  /** What was edited, and its revision; for a new document what it began with. Absent if it was what is stored now. */
  base?: Value
  revision?: number | undefined
  value: Value
  /** Of a new document: repeated requests with it store one document. */
  requestKey?: string
}

/** Where the draft of one document is kept until it is saved or discarded. Failures have no consequences. */
export interface DraftStore<Value> {
  /** Time after the last change before a draft is written; by default 300 ms. */
  delayMs?: number
  read: () => Promise<StoredDraft<Value> | null | undefined>
  /** `isLeaving`: the page is being left, and nothing can wait any more. */
  write: (draft: StoredDraft<Value>, isLeaving: boolean) => unknown
  remove: () => unknown
}

/**
 * Drafts in the browser's database, with files. Where the browser has none, as in some private windows, there are no drafts and
 * no error.
 */
export const createDeviceDrafts = <Value>(key: string): DraftStore<Value> => ({
  read: () => get<StoredDraft<Value>>(key).catch(() => undefined),
  write: (draft) => set(key, draft).catch(() => undefined),
  remove: () => del(key).catch(() => undefined),
})

/** Drafts about customers: those of one account, until it signs out. They are stored at once, also when the page is left. */
export const createWorkDrafts = <Value>(key: string): DraftStore<Value> => ({
  async read() {
    try {
      return (JSON.parse(readWork(key) ?? 'null') as StoredDraft<Value> | null) ?? undefined
    } catch {
      return undefined
    }
  },
  write: (draft) => writeWork(key, JSON.stringify(draft)),
  remove: () => writeWork(key, undefined),
})
