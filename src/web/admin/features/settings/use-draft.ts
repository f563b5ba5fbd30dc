import { useCallback, useEffect, useRef, useState } from 'react'
import { type ContentDocument, deleteDraft, saveDraft } from './settings-api.ts'

/** After the last keystroke. */
const DEBOUNCE_MS = 700

export interface Draft {
  /** Counts the times the preview has something new to show. */
  version: number
  /** When the unsaved changes were last kept; undefined when there are none, or not yet. */
  savedAt: string | undefined
  /** The last try to keep them came to nothing. */
  failed: boolean
  /** Keeps at once what waits; answers, once everything that was sent has been answered, whether the server has it. */
  flush(): Promise<boolean>
  /** Notes that the server has this, or nothing when undefined, without a call. */
  markStored(stored: ContentDocument | undefined): void
}

/**
 * Keeps unsaved changes on the server a moment after each change, one call at a time. `wanted`: what shall be kept,
 * undefined for nothing; `first`: what is kept already.
 */
export function useDraft(
  content: ContentDocument | undefined,
  initiallyStored: ContentDocument | undefined,
): Draft {
  const [state, setState] = useState({ version: 0, savedAt: undefined as string | undefined, failed: false })
  const stored = useRef(initiallyStored)
  const latestContent = useRef(content)
  const requestQueue = useRef(Promise.resolve(true))
  latestContent.current = content

  const flush = useCallback(() => {
    requestQueue.current = requestQueue.current.then(async () => {
      const next = latestContent.current
      if (next === stored.current) return true
      try {
        await (next ? saveDraft(next) : deleteDraft())
        stored.current = next
        const savedAt = next && new Date().toISOString()
        setState(({ version }) => ({ version: version + 1, savedAt, failed: false }))
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
    setState(({ version }) => ({ version: version + 1, savedAt: undefined, failed: false }))
  }, [])
  return { ...state, flush, markStored }
}
