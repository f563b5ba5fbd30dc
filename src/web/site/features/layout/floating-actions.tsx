import { ArrowUp, MessageSquareText, Phone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { toTelLink } from '#web/lib/format.ts'
import { LazyComponent } from '#web/lib/lazy-component.tsx'
import { useSiteContent } from '#web/lib/site-content.tsx'
import { showNetworkError } from '#web/lib/toast.ts'
import { WhatsAppIcon } from '#web/ui/social-icon.tsx'

const loadChat = () => import('../chat/chat-window.tsx')
const SCROLL_THRESHOLD_PX = 500
/** A bar at the bottom of narrow screens, a column at the right edge of others. */
const ACTION_CLASS =
  'flex h-12 items-center justify-center gap-2 font-head font-medium text-label max-lg:not-first:border-l lg:w-12 lg:not-last:border-b border-line'
const LIGHT_CLASS = 'hover:bg-surface-grey'
const LABEL_CLASS = 'lg:sr-only'

/** Floating buttons for call, WhatsApp, chat and scrolling to the top (rows LND-3, LND-4). */
export function FloatingActions() {
  const { company } = useSiteContent()
  const scrolled = useScrolledPast(SCROLL_THRESHOLD_PX)
  const [isChatOpen, setIsChatOpen] = useState(false)
  const chatButton = useRef<HTMLButtonElement>(null)
  const closeChat = () => {
    setIsChatOpen(false)
    chatButton.current?.focus()
  }
  const [phone] = company.phones
  return (
    <>
      <aside
        aria-label="Quick contact"
        className="fixed z-30 border-line bg-surface shadow-float max-lg:inset-x-0 max-lg:bottom-0 max-lg:grid max-lg:grid-cols-3 max-lg:border-t lg:right-0 lg:bottom-6 lg:overflow-hidden lg:rounded-l-lg lg:border lg:border-r-0 print:hidden"
      >
        {scrolled && (
          <button
            type="button"
            aria-label="Scroll to top"
            data-tooltip="Scroll to top"
            onClick={() => scrollTo({ top: 0 })}
            className="grid size-12 place-items-center border-line bg-surface hover:bg-surface-grey max-lg:absolute max-lg:right-3 max-lg:bottom-[calc(100%+0.75rem)] max-lg:rounded-lg max-lg:border max-lg:shadow-float lg:border-b"
          >
            <ArrowUp aria-hidden="true" size={22} />
          </button>
        )}
        {phone && (
          <a
            href={toTelLink(phone.number)}
            aria-label="Call"
            data-tooltip="Call"
            className={`${ACTION_CLASS} ${LIGHT_CLASS}`}
          >
            <Phone aria-hidden="true" size={22} />
            <span className={LABEL_CLASS}>Call</span>
          </a>
        )}
        <a
          href={`https://wa.me/${company.whatsapp}`}
          rel="noopener"
          aria-label="WhatsApp"
          data-tooltip="WhatsApp"
          className={`${ACTION_CLASS} ${LIGHT_CLASS}`}
        >
          <WhatsAppIcon />
          <span className={LABEL_CLASS}>WhatsApp</span>
        </a>
        <button
          ref={chatButton}
          type="button"
          aria-label="Chat"
          data-tooltip="Chat"
          aria-expanded={isChatOpen}
          onClick={() => setIsChatOpen(!isChatOpen)}
          className={`${ACTION_CLASS} on-dark bg-marine text-on-dark hover:bg-link`}
        >
          <MessageSquareText aria-hidden="true" size={22} />
          <span className={LABEL_CLASS}>Chat</span>
        </button>
      </aside>
      {isChatOpen && (
        <LazyComponent
          load={loadChat}
          props={{ onClose: closeChat }}
          onFail={() => {
            setIsChatOpen(false)
            showNetworkError()
          }}
        />
      )}
    </>
  )
}

function useScrolledPast(px: number): boolean {
  const [past, setPast] = useState(false)
  useEffect(() => {
    const read = () => setPast(scrollY > px)
    read()
    addEventListener('scroll', read, { passive: true })
    return () => removeEventListener('scroll', read)
  }, [px])
  return past
}
