import { useSyncExternalStore } from 'react'

/** A question to sign in again that waits for its answer. */
interface Question {
  answer: Promise<boolean>
  /** `true` once somebody has signed in again, `false` when they gave up. */
  settle: (signedIn: boolean) => void
}

let open: Question | undefined
const listeners = new Set<() => void>()

/** Asks to sign in again without leaving the screen; however many calls ask at once, people are asked once. */
export function askToSignIn(): Promise<boolean> {
  if (open) return open.answer
  let settle: (signedIn: boolean) => void = () => {}
  const answer = new Promise<boolean>((resolve) => {
    settle = (signedIn) => {
      set(undefined)
      resolve(signedIn)
    }
  })
  set({ answer, settle })
  return answer
}

/** The question that is open now. */
export const useQuestion = (): Question | undefined => useSyncExternalStore(subscribe, () => open)

function set(question: Question | undefined): void {
  open = question
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
