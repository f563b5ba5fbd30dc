import type { ReactNode } from 'react'

interface ErrorPanelProps {
  /** 'h1' where nothing else stands on the page. */
  heading?: 'h1' | 'h2'
  message: string
  reason?: string
  action: ReactNode
}

/** The failure screen: what happened in the specified words, the reason below, one way on (decision 0018). */
export function ErrorPanel({ heading: Heading = 'h2', message, reason, action }: ErrorPanelProps) {
  return (
    <div
      role="alert"
      className="millimetre-paper grid justify-items-center gap-4 border border-line px-6 py-16 text-center"
    >
      <Heading className="text-h3">Oops! Something went wrong</Heading>
      <p>{message}</p>
      {reason && <p className="text-muted text-sm">{reason}</p>}
      {action}
    </div>
  )
}
