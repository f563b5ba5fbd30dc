import { Menu, MenuButton, MenuItem, MenuProvider } from '@ariakit/react'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button, IconButton } from './button.tsx'

export interface Action {
  label: string
  /** What it does, below its label. */
  hint?: string
  run: () => void
  danger?: boolean
}

interface ActionsMenuProps {
  /** The accessible name of the button, if it shows an icon only. */
  label?: string
  actions: Action[]
  className?: string
  /** Whether an action is pending. The menu then does not open, and the button keeps the focus. */
  busy?: boolean
  /** The content of the button; by default an icon. */
  children?: ReactNode
  /** The edge of the button with which the menu is flush. */
  align?: 'start' | 'end'
}

/** A button with a menu of actions. */
export function ActionsMenu({
  label = '',
  actions,
  className = '',
  busy = false,
  children,
  align = 'end',
}: ActionsMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <MenuProvider placement={`bottom-${align}`}>
      <MenuButton
        ref={button}
        disabled={busy}
        accessibleWhenDisabled
        render={
          children ? (
            <Button variant="outline" size="sm" className={className}>
              {children}
            </Button>
          ) : (
            <IconButton label={label} variant="ghost" className={className}>
              <Ellipsis aria-hidden="true" size={20} />
            </IconButton>
          )
        }
      />
      <Menu
        fixed
        unmountOnHide
        className="z-50 max-h-(--popover-available-height) max-w-[min(28rem,var(--popover-available-width))] min-w-64 overflow-y-auto rounded-md border border-line-strong bg-surface p-1 text-ink shadow-dialog"
      >
        {actions.map(({ label, hint, run, danger }) => (
          <MenuItem
            key={label}
            aria-description={hint}
            onClick={() => {
              // A dialog that the action opens returns the focus to it.
              button.current?.focus()
              run()
            }}
            className={`cursor-pointer rounded-sm px-3 py-2 focus:outline-0 data-active-item:bg-surface-sunken ${danger ? 'text-danger' : ''}`}
          >
            {label}
            {hint && (
              <span aria-hidden="true" className="block text-muted text-sm leading-snug">
                {hint}
              </span>
            )}
          </MenuItem>
        ))}
      </Menu>
    </MenuProvider>
  )
}
