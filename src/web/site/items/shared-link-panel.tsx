import type { ReactNode } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#web/ui/button.tsx'

interface SharedLinkPanelProps {
  /** The accessible name of the panel. */
  label: string
  /** A heading. */
  title: ReactNode
  /** The request for the items of the link. */
  query: { isError: boolean; isPending: boolean; refetch: () => unknown }
  className?: string
  /** Shown when the items have been loaded. */
  children: ReactNode
}

/** What somebody has shared by a link: its items while they are loading, when they cannot be loaded, and as `children`. */
export function SharedLinkPanel({ label, title, query, className = '', children }: SharedLinkPanelProps) {
  const { isError, isPending, refetch } = query
  return (
    <section
      aria-label={label}
      className={`grid gap-3 border-dim border-l-3 bg-surface-grey p-4 leading-snug ${className}`}
    >
      {title}
      {isError ? (
        <p role="alert" className="text-danger text-sm">
          {t('We could not load the items of this link.')}{' '}
          <Button variant="link" size="sm" onClick={() => void refetch()}>
            {t('Try Again')}
          </Button>
        </p>
      ) : isPending ? (
        <p role="status" className="text-muted">
          {t('Loading...')}
        </p>
      ) : (
        children
      )}
    </section>
  )
}
