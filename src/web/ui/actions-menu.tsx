import { Ellipsis } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { IconButton } from './button.tsx'

export interface Action {
  label: string
  run: () => void
  danger?: boolean
}

/** The height of an entry, for the space that the menu needs. */
const ENTRY_HEIGHT_PX = 42

/** A menu of actions in a native popover, which Escape and a click outside close. It opens upwards near the end of the screen. */
export function ActionsMenu({
  label,
  actions,
  className = '',
}: {
  label: string
  actions: Action[]
  className?: string
}) {
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
    list.current.style.right = `${clientWidth - rect.right}px`
  }
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        variant="ghost"
        popoverTarget={id}
        aria-expanded={open}
        className={className}
        onClick={positionMenu}
      >
        <Ellipsis aria-hidden="true" size={20} />
      </IconButton>
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
