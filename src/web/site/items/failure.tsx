import type { ReactNode } from 'react'

/** The failure screen: what happened in the specified words, the reason below, one way on (decision 0018). */
export function Failure({ text, reason, action }: { text: string; reason?: string; action: ReactNode }) {
  return (
    <div
      role="alert"
      className="millimetre-paper grid justify-items-center gap-4 border border-line px-6 py-16 text-center"
    >
      <h2 className="text-h3">Oops! Something went wrong</h2>
      <p>{text}</p>
      {reason && <p className="text-muted text-sm">{reason}</p>}
      {action}
    </div>
  )
}
