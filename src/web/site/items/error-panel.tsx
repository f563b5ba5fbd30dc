import type { ReactNode } from 'react'
import { t } from '#messages/messages.ts'

interface ErrorPanelProps {
  /** 'h1' if the page has no other content. */
  heading?: 'h1' | 'h2'
  message: string
  reason?: string
  action: ReactNode
}

/** The failure screen with the specified heading, a message, the reason and a button (decision 0018). */
export function ErrorPanel({ heading: Heading = 'h2', message, reason, action }: ErrorPanelProps) {
  return (
    <div
      role="alert"
      className="millimetre-paper grid justify-items-center gap-4 border border-line px-6 py-16 text-center"
    >
      <Heading className="text-h3">{t('Oops! Something went wrong')}</Heading>
      <p>{message}</p>
      {reason && <p className="text-muted text-sm">{reason}</p>}
      {action}
    </div>
  )
}
