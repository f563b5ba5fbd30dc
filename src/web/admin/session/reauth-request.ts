import { useSyncExternalStore } from 'react'

/** A pending request to sign in again. */
interface ReauthRequest {
  result: Promise<boolean>
  /** `true` after signing in again, `false` when the dialog is dismissed. */
  resolve: (signedIn: boolean) => void
}

let pendingRequest: ReauthRequest | undefined
const listeners = new Set<() => void>()

/** Opens the re-authentication dialog. Concurrent calls share one dialog and its result. */
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

/** The request whose dialog is open; undefined if there is none. */
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
