import { useCallback, useEffect, useRef, useState } from 'react'
import { type Document, dropDraft, keepDraft } from './calls.ts'

/** After the last keystroke. */
const PAUSE_MS = 700

export interface Draft {
  /** Counts the times the preview has something new to show. */
  version: number
  /** When the unsaved changes were last kept; undefined when there are none, or not yet. */
  keptAt: string | undefined
  /** The last try to keep them came to nothing. */
  failed: boolean
  /** Keeps at once what waits; answers, once everything that was sent has been answered, whether the server has it. */
  flush(): Promise<boolean>
  /** Notes that the server has this, or nothing when undefined, without a call. */
  settle(kept: Document | undefined): void
}

/**
 * Keeps unsaved changes on the server a moment after each change, one call at a time. `wanted`: what shall be kept,
 * undefined for nothing; `first`: what is kept already.
 */
export function useDraft(wanted: Document | undefined, first: Document | undefined): Draft {
  const [state, setState] = useState({ version: 0, keptAt: undefined as string | undefined, failed: false })
  const kept = useRef(first)
  const latest = useRef(wanted)
  const chain = useRef(Promise.resolve(true))
  latest.current = wanted

  const flush = useCallback(() => {
    chain.current = chain.current.then(async () => {
      const next = latest.current
      if (next === kept.current) return true
      try {
        await (next ? keepDraft(next) : dropDraft())
        kept.current = next
        const keptAt = next && new Date().toISOString()
        setState(({ version }) => ({ version: version + 1, keptAt, failed: false }))
        return true
      } catch {
        setState((before) => ({ ...before, failed: true }))
        return false
      }
    })
    return chain.current
  }, [])

  useEffect(() => {
    if (wanted === kept.current) return
    const timer = setTimeout(flush, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted, flush])

  const settle = useCallback((now: Document | undefined) => {
    kept.current = now
    setState(({ version }) => ({ version: version + 1, keptAt: undefined, failed: false }))
  }, [])
  return { ...state, flush, settle }
}
