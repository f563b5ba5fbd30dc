import * as RadixToast from '@radix-ui/react-toast'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#messages/messages.ts'
import { Button, IconButton } from '../button.tsx'
import { focusHeading } from '../focus-heading.ts'
import { useTopModal } from './modal-stack.ts'

const DURATION_MS = 5000
const SWIPE_PX = 50
/** Without a toast, the key would move the focus to an empty list. */
const HOTKEYS = { open: ['F8'], closed: [] }

export interface ToastViewProps {
  toast: {
    id: string
    variant: 'default' | 'destructive'
    title: string
    description?: string
    action?: { label: string; run: () => void }
    open: boolean
  } | null
  onDismiss: (id: string) => void
}

/**
 * The toast closes after 5 s unless hovered or focused, by a swipe to the right, or by Escape; F8 focuses it (row CLI-4).
 * The focus returns from a closed toast to where it was before.
 */
export default function ToastView({ toast, onDismiss }: ToastViewProps) {
  // A modal makes everything outside it inert, so the toast is rendered in the topmost modal.
  const container = useTopModal() ?? document.body
  const destructive = toast?.variant === 'destructive'
  const Icon = destructive ? CircleAlert : CircleCheck
  const state = toast?.open ? 'open' : 'closed'
  const viewport = useRef<HTMLOListElement>(null)
  useFocusReturn(viewport, `${state} ${toast?.id}`)
  return (
    <RadixToast.Provider
      // A new provider per toast: one that was closed while hovered or focused would keep the timer of the next paused.
      key={state}
      label={t('Notification')}
      duration={DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_PX}
    >
      {toast && (
        <RadixToast.Root
          key={toast.id}
          open={toast.open}
          type={destructive ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && onDismiss(toast.id)}
          className={`on-dark grid grid-cols-[auto_1fr_auto] items-start gap-x-3.5 gap-y-1 rounded-lg py-4 pr-2 pl-4.5 text-on-dark shadow-float data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${destructive ? 'bg-danger' : 'bg-marine-deep'}`}
        >
          <Icon aria-hidden="true" size={20} className="mt-0.5" />
          <div>
            <RadixToast.Title className="font-head font-semibold text-control-lg leading-tight">
              {toast.title}
            </RadixToast.Title>
            {toast.description && (
              <RadixToast.Description className="mt-1 text-sm">{toast.description}</RadixToast.Description>
            )}
            {toast.action && (
              <RadixToast.Action asChild altText={toast.action.label}>
                <Button variant="outline" size="sm" className="mt-2" onClick={toast.action.run}>
                  {toast.action.label}
                </Button>
              </RadixToast.Action>
            )}
          </div>
          <RadixToast.Close asChild>
            <IconButton label={t('Close')} variant="ghost" className="-mt-2.5 size-9">
              <X aria-hidden="true" size={18} />
            </IconButton>
          </RadixToast.Close>
        </RadixToast.Root>
      )}
      {createPortal(
        <RadixToast.Viewport
          ref={viewport}
          hotkey={HOTKEYS[state]}
          label={t('Notifications (F8)')}
          className="fixed top-(--toast-top) right-(--toast-right) bottom-(--toast-bottom) left-(--toast-left) z-50 w-[min(24rem,calc(100vw-2rem))]"
        />,
        container,
      )}
    </RadixToast.Provider>
  )
}

/** Moves the focus back when a toast is gone (`shown` has changed) that had it. */
function useFocusReturn(viewport: RefObject<HTMLElement | null>, shown: string): void {
  const isInside = useRef(false)
  const outside = useRef<Element>(null)
  useEffect(() => {
    outside.current = document.activeElement
    const remember = ({ target }: FocusEvent) => {
      isInside.current = viewport.current?.parentElement?.contains(target as Node) ?? false
      if (!isInside.current) outside.current = target as Element
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [viewport])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another toast is shown, or none
  useLayoutEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return
    isInside.current = false
    const target = outside.current
    if (target instanceof HTMLElement && target.isConnected && target !== document.body)
      target.focus({ preventScroll: true })
    else focusHeading()
  }, [shown])
}
