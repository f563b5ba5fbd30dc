import { Ellipsis } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button, type ButtonProps, IconButton } from './button.tsx'

export interface Action {
  label: string
  run: () => void
  danger?: boolean
}

/** The height of an entry and the width of the menu (`w-64`), for the space that it needs. */
const ENTRY_HEIGHT_PX = 42
const WIDTH_PX = 256

interface ActionsMenuProps {
  /** The accessible name of the button, if it shows an icon only. */
  label?: string
  actions: Action[]
  className?: string
  /** Whether an action is pending. The menu then does not open, and the button keeps the focus. */
  busy?: boolean
  /** The content of the button; by default an icon. */
  children?: ReactNode
}

/** A menu of actions in a native popover, which Escape and a click outside close. It opens upwards near the end of the screen. */
export function ActionsMenu({
  label = '',
  actions,
  className = '',
  busy = false,
  children,
}: ActionsMenuProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const positionMenu = () => {
    const rect = button.current?.getBoundingClientRect()
    if (!rect || !list.current) return
    const { clientWidth, clientHeight } = document.documentElement
    const opensUpwards = rect.bottom + actions.length * ENTRY_HEIGHT_PX > clientHeight
    list.current.style.top = opensUpwards ? 'auto' : `${rect.bottom + scrollY}px`
    list.current.style.bottom = opensUpwards ? `${clientHeight - rect.top - scrollY}px` : 'auto'
    // A button at the left of a phone is below the left end of the menu.
    const right = rect.right < WIDTH_PX ? rect.left + WIDTH_PX : rect.right
    list.current.style.right = `${clientWidth - right}px`
  }
  const trigger: ButtonProps = {
    ref: button,
    popoverTarget: busy ? undefined : id,
    'aria-expanded': open,
    'aria-disabled': busy,
    className,
    onClick: positionMenu,
  }
  return (
    <>
      {children ? (
        <Button {...trigger} variant="outline" size="sm">
          {children}
        </Button>
      ) : (
        <IconButton {...trigger} label={label} variant="ghost">
          <Ellipsis aria-hidden="true" size={20} />
        </IconButton>
      )}
      <div
        ref={list}
        id={id}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="absolute inset-auto m-0 w-64 rounded-md border border-line-strong bg-surface p-1 text-ink shadow-dialog"
      >
        {actions.map((action) => (
          <button
            key={action.label}
            type="button"
            onClick={() => {
              list.current?.hidePopover()
              action.run()
            }}
            className={`block w-full rounded-sm px-3 py-2 text-left hover:bg-surface-sunken ${action.danger ? 'text-danger' : ''}`}
          >
            {action.label}
          </button>
        ))}
      </div>
    </>
  )
}
