import { useSyncExternalStore } from 'react'

/** A question to sign in again that waits for its answer. */
interface ReauthRequest {
  result: Promise<boolean>
  /** `true` once somebody has signed in again, `false` when they gave up. */
  resolve: (signedIn: boolean) => void
}

let pendingRequest: ReauthRequest | undefined
const listeners = new Set<() => void>()

/** Asks to sign in again without leaving the screen; however many calls ask at once, people are asked once. */
export function requestReauth(): Promise<boolean> {
  if (pendingRequest) return pendingRequest.result
  let resolve: (signedIn: boolean) => void = () => {}
  const result = new Promise<boolean>((resolvePromise) => {
    resolve = (signedIn) => {
      setPendingRequest(undefined)
      resolvePromise(signedIn)
    }
  })
  setPendingRequest({ result, resolve })
  return result
}

/** The question that is open now. */
export const useReauthRequest = (): ReauthRequest | undefined =>
  useSyncExternalStore(subscribe, () => pendingRequest)

function setPendingRequest(request: ReauthRequest | undefined): void {
  pendingRequest = request
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
