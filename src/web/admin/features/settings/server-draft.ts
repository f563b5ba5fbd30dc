import type { EditedSiteContent } from '#contracts/site-content/site-content.ts'
import { createStore, type Store } from '#web/lib/store.ts'
import type { DraftStore } from '../../editing/draft-stores.ts'
import { type ContentDocument, deleteDraft, saveDraft, saveLastDraft } from './settings-api.ts'

interface DraftState {
  /** Increases whenever the preview must be loaded again. */
  version: number
  /** UTC, ISO 8601, of the last successful request; undefined while the server has no draft of this visit. */
  savedAt: string | undefined
  /** Whether the server has a draft, of this visit or of an earlier one. */
  hasStored: boolean
  /** Whether the last request failed. */
  failed: boolean
}

export interface ServerDraft extends DraftStore<ContentDocument> {
  state: Store<DraftState>
  /** Sends a change that waits. Resolves to whether the server has the latest content. */
  flush: () => Promise<boolean>
  /** Records that the server has no draft any more. */
  markDeleted: () => void
}

/**
 * Unsaved settings on the server, visible to this account only and shown by the preview. One request is sent at a time, and the
 * last one, when the page is left, without waiting for another.
 */
export function createServerDraft({ draft }: EditedSiteContent): ServerDraft {
  const state = createStore<DraftState>({
    version: 0,
    savedAt: undefined,
    hasStored: draft !== null,
    failed: false,
  })
  let stored = draft?.content as ContentDocument | undefined
  let latest = stored
  let queue = Promise.resolve(true)
  const accept = (content: ContentDocument | undefined, savedAt: string | undefined) => {
    stored = content
    state.set({ version: state.get().version + 1, savedAt, hasStored: content !== undefined, failed: false })
  }
  const flush = () => {
    queue = queue.then(async () => {
      const content = latest
      if (content === stored) return true
      try {
        await (content ? saveDraft(content) : deleteDraft())
        accept(content, content && new Date().toISOString())
        return true
      } catch {
        state.set({ ...state.get(), failed: true })
        return false
      }
    })
    return queue
  }
  const put = (content: ContentDocument | undefined) => {
    latest = content
    return flush()
  }
  return {
    state,
    delayMs: 700,
    read: async () => draft && { at: draft.updatedAt, value: draft.content },
    write({ value }, isLeaving) {
      if (!isLeaving) return put(value)
      // A page that comes back from the browser's cache continues with it.
      latest = value
      return value === stored ? undefined : saveLastDraft(value)
    },
    remove: () => put(undefined),
    flush,
    markDeleted() {
      latest = undefined
      if (stored) accept(undefined, undefined)
    },
  }
}
