import { Menu } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { User } from '#contracts/account.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { screenName } from './links.ts'
import { FirmLink, OfficeLinks, Own } from './sidebar.tsx'

/** On narrow screens: whose office, which screen, and a button for all the rest of the frame. */
export function MenuBar(props: { firm: string | undefined; user: User; onShortcuts: () => void }) {
  const { firm, user, onShortcuts } = props
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whichever way the screen changed, the menu is done
  useEffect(close, [pathname])
  return (
    <>
      <header className="on-dark sticky top-0 z-10 flex items-center justify-between gap-3 bg-marine-deep py-1.5 pr-2 pl-4 text-on-dark lg:hidden print:hidden">
        <div className="min-w-0">
          <FirmLink firm={firm} className="pt-1" />
          <p className="truncate pl-9.5 text-on-dark-muted text-sm">{screenName(pathname)}</p>
        </div>
        <Button variant="ghost" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
          <Menu aria-hidden="true" size={20} /> Menu
        </Button>
      </header>
      {open && (
        <Dialog title="Menu" onClose={close}>
          <Contents>
            <OfficeLinks user={user} onChoose={close} />
            <Own
              user={user}
              onChoose={close}
              onShortcuts={() => {
                close()
                onShortcuts()
              }}
              className="mt-2 border-line-dark border-t px-5 pt-3"
            />
          </Contents>
        </Dialog>
      )}
    </>
  )
}

/** The focus stands on the present screen's link, not on the button that closes the menu. */
function Contents({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const link = element.current?.querySelector<HTMLElement>('[aria-current]')
    const first = element.current?.querySelector<HTMLElement>('a')
    ;(link ?? first)?.focus()
  }, [])
  return (
    <div ref={element} className="on-dark mt-4 bg-marine-deep py-2 text-on-dark">
      {children}
    </div>
  )
}
