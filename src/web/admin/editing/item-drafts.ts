import { del, entries, set } from 'idb-keyval'
import { KINDS, type Kind } from '#contracts/item/kind.ts'

const PREFIX = 'capstan'
const NEW = 'new'

/** The key in the browser's storage of the unsaved values of an item's form; without an id, of the form of a new item. */
export const toDraftKey = (kind: Kind, id: string | undefined): string => `${PREFIX}:${kind}:${id ?? NEW}`

/** The unsaved values of a form that was closed without saving or discarding them. */
export interface ItemDraft {
  key: string
  kind: Kind
  /** Undefined for a new item. */
  id: string | undefined
  name: string
  /** UTC, ISO 8601. */
  at: string
  /** What the form has stored. */
  stored: unknown
}

/** The drafts on this device, the latest first. There are none where the browser has no storage. */
export async function listItemDrafts(): Promise<ItemDraft[]> {
  const all = await entries<string, unknown>().catch(() => [])
  const drafts = all.flatMap(([key, stored]) => parseDraft(String(key), stored) ?? [])
  return drafts.sort((one, other) => other.at.localeCompare(one.at))
}

export const deleteItemDraft = ({ key }: ItemDraft): Promise<void> => del(key)

/** Stores a deleted draft again. */
export const restoreItemDraft = ({ key, stored }: ItemDraft): Promise<void> => set(key, stored)

function parseDraft(key: string, stored: unknown): ItemDraft | undefined {
  const [prefix, kindText, ...rest] = key.split(':')
  const kind = KINDS.find((candidate) => candidate === kindText)
  const { at, value } = (stored ?? {}) as { at?: unknown; value?: { name?: unknown } }
  if (prefix !== PREFIX || !kind || typeof at !== 'string') return undefined
  const id = rest.join(':')
  const name = typeof value?.name === 'string' ? value.name.trim() : ''
  return { key, kind, id: id === NEW ? undefined : id, name, at, stored }
}

/** The state of a history entry whose form shows its draft at once. */
export const CONTINUED_DRAFT_STATE = { continuesDraft: true } as const

export const isDraftContinued = ({ state }: { state: unknown }): boolean =>
  (state as Partial<typeof CONTINUED_DRAFT_STATE> | null)?.continuesDraft === true
