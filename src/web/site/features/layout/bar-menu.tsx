import { Children, type ReactNode, useState } from 'react'

export const BAR_MENU_LINK_CLASS = 'block px-4 py-2.5 hover:bg-surface-grey aria-[current]:text-link'

interface BarMenuProps {
  summary: ReactNode
  /** The name of the entry, if it shows an icon. */
  label?: string
  /** Returns the links; `close` is called when one of them is followed. */
  children: (close: () => void) => ReactNode
  /** Opens towards the left, because the entry is at the right. */
  isAtEnd?: boolean
}

/** An entry of the bar with links below it, which works without JavaScript. It closes when the focus leaves it. */
export function BarMenu({ summary, label, children, isAtEnd = false }: BarMenuProps) {
  const [open, setOpen] = useState(false)
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape') return
        currentTarget.querySelector('summary')?.focus()
        setOpen(false)
      }}
      className="relative"
    >
      <summary aria-label={label} data-tooltip={label} className="nav-entry cursor-pointer list-none">
        {summary}
      </summary>
      {/* Focusable, because Safari does not focus the link that is pressed. */}
      <ul
        tabIndex={-1}
        className={`absolute top-full max-h-[calc(100svh-var(--size-bar))] w-max max-w-80 overflow-y-auto border border-line bg-surface py-2 text-ink ${isAtEnd ? 'right-0' : 'left-0'}`}
      >
        {Children.map(
          children(() => setOpen(false)),
          (link) => (
            <li>{link}</li>
          ),
        )}
      </ul>
    </details>
  )
}
