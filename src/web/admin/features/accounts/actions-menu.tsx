import { Ellipsis } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'

export interface Action {
  label: string
  run: () => void
  danger?: boolean
}

/** A menu of actions in a native popover, which Escape and a click outside close. */
export function ActionsMenu({ label, actions }: { label: string; actions: Action[] }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const positionMenu = () => {
    const rect = button.current?.getBoundingClientRect()
    if (!rect || !list.current) return
    list.current.style.top = `${rect.bottom + scrollY}px`
    list.current.style.right = `${document.documentElement.clientWidth - rect.right}px`
  }
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        variant="ghost"
        popoverTarget={id}
        aria-expanded={open}
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
