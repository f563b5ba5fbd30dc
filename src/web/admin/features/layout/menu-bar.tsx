import { Menu } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { User } from '#contracts/account.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { getScreenName } from './nav-items.ts'
import { BrandLink, MainNav, UserMenu } from './sidebar.tsx'

/** The top bar below 1024 px: company, screen, and a button that opens the navigation. */
export function MenuBar(props: { companyName: string | undefined; user: User; onOpenShortcuts: () => void }) {
  const { companyName, user, onOpenShortcuts } = props
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes on every navigation, including Back
  useEffect(close, [pathname])
  return (
    <>
      <header className="on-dark sticky top-0 z-10 flex items-center justify-between gap-3 bg-marine-deep py-1.5 pr-2 pl-4 text-on-dark lg:hidden print:hidden">
        <div className="min-w-0">
          <BrandLink companyName={companyName} className="pt-1" />
          <p className="truncate pl-9.5 text-on-dark-muted text-sm">{getScreenName(pathname)}</p>
        </div>
        <Button variant="ghost" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
          <Menu aria-hidden="true" size={20} /> Menu
        </Button>
      </header>
      {open && (
        <Dialog title="Menu" onClose={close}>
          <MenuContents>
            <MainNav user={user} onNavigate={close} />
            <UserMenu
              user={user}
              onNavigate={close}
              onOpenShortcuts={() => {
                close()
                onOpenShortcuts()
              }}
              className="mt-2 border-line-dark border-t px-5 pt-3"
            />
          </MenuContents>
        </Dialog>
      )}
    </>
  )
}

/** Focuses the link of the current screen instead of the close button. */
function MenuContents({ children }: { children: ReactNode }) {
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
