import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#messages/messages.ts'
import { IconButton } from '../button.tsx'

/** A panel at the left edge. The browser itself opens it, by a button with `popoverTarget={id}`, and closes it. */
export function Drawer({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <aside
      id={id}
      popover="auto"
      aria-label={title}
      className="inset-y-0 left-0 m-0 h-svh max-h-none w-72 max-w-[85vw] overflow-y-auto border-0 bg-surface-grey p-0 text-ink shadow-dialog backdrop:bg-scrim"
    >
      <div className="flex items-center justify-between py-2 pr-2 pl-6">
        <h2 className="text-h4">{title}</h2>
        <IconButton label={t('Close')} variant="ghost" popoverTarget={id} popoverTargetAction="hide">
          <X aria-hidden="true" size={20} />
        </IconButton>
      </div>
      {children}
    </aside>
  )
}
