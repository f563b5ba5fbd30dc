import { X } from 'lucide-react'
import {
  Children,
  isValidElement,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { t } from '#messages/messages.ts'
import { IconButton } from '../button.tsx'
import { pushModal } from './modal-stack.ts'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** `alertdialog` requires a choice: it has no close button, and a click on the backdrop does not close it. */
  role?: 'dialog' | 'alertdialog'
  tone?: 'plain' | 'danger'
  /** 'wide': for a table in the centre. 'right': a drawer at the right edge, as high as the window. */
  placement?: 'center' | 'wide' | 'right'
}

/** Where the focus begins: a list of choices above the fields of a form is rarely what it is opened for. */
const FIELDS = ['input:enabled', 'textarea, select']

const PLACEMENTS = {
  center: 'm-auto w-[min(27rem,calc(100%-2rem))] rounded-lg border-t-3',
  wide: 'm-auto w-[min(40rem,calc(100%-2rem))] rounded-lg border-t-3',
  right: 'ml-auto h-dvh max-h-none w-[min(30rem,100%)] max-w-none flex-col border-t-3 open:flex',
}

/**
 * A modal dialog on the HTML dialog element: the rest of the page is inert, and the focus returns to the previous element.
 * The close button, the backdrop and Escape call `onClose` (row AUTH-1). It is open while it is mounted. The content of an
 * `alertdialog`, except for its `DialogActions`, is its accessible description.
 */
export function Dialog({
  title,
  onClose,
  children,
  role = 'dialog',
  tone = 'plain',
  placement = 'center',
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const textId = useId()
  const parts = Children.toArray(children)
  const actions = role === 'alertdialog' ? parts.filter(isActions) : []
  const text = actions.length > 0 ? parts.filter((part) => !isActions(part)) : []
  // Closed before React removes the element, as the browser returns the focus only then.
  useLayoutEffect(() => {
    const dialog = element.current
    if (!dialog) return
    dialog.showModal()
    // The fields of a drawer are not what it is opened for, and would open the keyboard of a phone.
    const targets = placement === 'right' ? ['h2'] : FIELDS
    const field = targets.map((selector) => dialog.querySelector<HTMLElement>(selector)).find(Boolean)
    // Without a field, Enter confirms, unless that destroys something.
    const button = tone === 'danger' ? 'footer button' : '[type=submit]'
    ;(field ?? dialog.querySelector<HTMLElement>(button))?.focus()
    const removeModal = pushModal(dialog)
    return () => {
      removeModal()
      dialog.close()
    }
  }, [placement, tone])

  // A click on the backdrop begins and ends there, unlike a text selection that is dragged out of a field.
  const mouseDownTarget = useRef<EventTarget>(null)
  const rememberMouseDown = (event: MouseEvent) => {
    mouseDownTarget.current = event.target
  }
  const closeOnBackdrop = (event: MouseEvent) => {
    const isBackdropClick = event.target === element.current && mouseDownTarget.current === element.current
    if (role === 'dialog' && isBackdropClick) onClose()
  }
  return (
    <dialog
      ref={element}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={text.length > 0 ? textId : undefined}
      className={`wrap-anywhere ${PLACEMENTS[placement]} bg-surface p-0 text-ink shadow-dialog backdrop:bg-scrim ${tone === 'danger' ? 'border-danger' : 'border-marine'}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={rememberMouseDown}
      onMouseUp={closeOnBackdrop}
    >
      <header className="flex items-start justify-between gap-4 px-6 pt-6">
        {/* A dialog in the centre focuses a control of its content, never the title. */}
        <h2
          id={titleId}
          tabIndex={placement === 'right' ? -1 : undefined}
          className="text-h4 leading-tight focus:outline-0"
        >
          {title}
        </h2>
        {role === 'dialog' && (
          <IconButton label={t('Close')} variant="ghost" onClick={onClose} className="-mt-2.5 -mr-3">
            <X aria-hidden="true" size={20} />
          </IconButton>
        )}
      </header>
      {text.length > 0 ? (
        <>
          <div id={textId}>{text}</div>
          {actions}
        </>
      ) : (
        children
      )}
    </dialog>
  )
}

const isActions = (part: ReactNode) => isValidElement(part) && part.type === DialogActions

/** The buttons of a dialog, the primary one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className="flex flex-wrap justify-end gap-3 px-6 pt-6 pb-5">{children}</footer>
}
