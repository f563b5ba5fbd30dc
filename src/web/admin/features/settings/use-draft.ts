import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type ContentDocument, deleteDraft, saveDraft } from './settings-api.ts'

/** Time after the last change before the draft is sent. */
const DEBOUNCE_MS = 700

export interface Draft {
  /** Increases whenever the preview must be loaded again. */
  version: number
  /** UTC, ISO 8601, of the last successful request; undefined while the server has no draft of this visit. */
  savedAt: string | undefined
  /** Whether the server has a draft, of this visit or of an earlier one. */
  hasStored: boolean
  /** Whether the last request failed. */
  failed: boolean
  /** Sends a pending change immediately. Resolves to whether the server has the latest content. */
  flush(): Promise<boolean>
  /** Records that the server stores this draft, or none when undefined, without a request. */
  markStored(stored: ContentDocument | undefined): void
}

/**
 * Stores unsaved changes on the server after each pause in typing, one request at a time. `content` is the draft to
 * store, undefined for none; `initiallyStored` is the draft that the server has already.
 */
export function useDraft(
  content: ContentDocument | undefined,
  initiallyStored: ContentDocument | undefined,
): Draft {
  const [state, setState] = useState({
    version: 0,
    savedAt: undefined as string | undefined,
    hasStored: initiallyStored !== undefined,
    failed: false,
  })
  const stored = useRef(initiallyStored)
  const latestContent = useRef(content)
  const requestQueue = useRef(Promise.resolve(true))
  useLayoutEffect(() => {
    latestContent.current = content
  }, [content])

  const flush = useCallback(() => {
    requestQueue.current = requestQueue.current.then(async () => {
      const next = latestContent.current
      if (next === stored.current) return true
      try {
        await (next ? saveDraft(next) : deleteDraft())
        stored.current = next
        const savedAt = next && new Date().toISOString()
        setState(({ version }) => ({
          version: version + 1,
          savedAt,
          hasStored: next !== undefined,
          failed: false,
        }))
        return true
      } catch {
        setState((previous) => ({ ...previous, failed: true }))
        return false
      }
    })
    return requestQueue.current
  }, [])

  useEffect(() => {
    if (content === stored.current) return
    const timer = setTimeout(flush, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [content, flush])

  const markStored = useCallback((storedContent: ContentDocument | undefined) => {
    stored.current = storedContent
    setState(({ version }) => ({
      version: version + 1,
      savedAt: undefined,
      hasStored: storedContent !== undefined,
      failed: false,
    }))
  }, [])
  return { ...state, flush, markStored }
}
