import { del, get, set } from 'idb-keyval'
import { useEffect, useRef, useState } from 'react'
import { type FormValue, sameValue } from './form-value.ts'

/** A form as it was last seen, pictures included, kept by the browser until it is saved or thrown away. */
export interface KeptForm {
  /** UTC, ISO 8601. */
  at: string
  /** What was stored when it was begun, and as which revision. */
  base: FormValue
  revision: number
  value: FormValue
}

const KEEP_AFTER_MS = 400

/**
 * Keeps what is entered while it differs from what is stored, and finds what an earlier visit left behind. A browser
 * that keeps nothing (private windows may not) loses only that.
 */
export function useRecovery(key: string, current: Omit<KeptForm, 'at'>, unsaved: boolean) {
  const [found, setFound] = useState<KeptForm>()
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    let wanted = true
    get<KeptForm>(key).then(
      (kept) => wanted && kept && !sameValue(kept.base, kept.value) && setFound(kept),
      ignore,
    )
    return () => {
      wanted = false
    }
  }, [key])
  useEffect(() => {
    if (!unsaved) return
    pending.current = setTimeout(() => {
      set(key, { ...current, at: new Date().toISOString() } satisfies KeptForm).catch(ignore)
    }, KEEP_AFTER_MS)
    return () => clearTimeout(pending.current)
  }, [key, current, unsaved])
  return {
    found,
    /** Forgets what was kept, once it is saved or not wanted, and what was about to be kept. */
    forget: () => {
      clearTimeout(pending.current)
      setFound(undefined)
      return del(key).catch(ignore)
    },
    /** Takes the offer off the screen; what is entered from now on is kept in its place. */
    settle: () => setFound(undefined),
  }
}

/** Keeping a form is a help, not a promise: where it fails, everything else goes on. */
function ignore(): void {}
