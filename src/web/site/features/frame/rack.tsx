import { ArrowUp, MessageSquareText, Phone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { telephoneLink } from '../../../lib/format.ts'
import { OnDemand } from '../../../lib/on-demand.tsx'
import { useSiteContent } from '../../../lib/site-content.tsx'
import { showNetworkError } from '../../../lib/toast.ts'
import { WhatsAppIcon } from '../../../ui/social-icon.tsx'

const loadChat = () => import('../chat/chat.tsx')
const SHOWN_PAST_PX = 500
/** A strip at the foot of narrow screens, a column at the right edge of others. */
const SLOT =
  'flex h-12 items-center justify-center gap-2 font-head font-medium text-label max-lg:not-first:border-l lg:w-12 lg:not-last:border-b border-line'
const LIGHT = 'hover:bg-surface-grey'
const LABEL = 'lg:sr-only'

/** The quick ways to the firm at the right edge: call, WhatsApp, chat; and back to the top (rows LND-3, LND-4). */
export function Rack() {
  const { company } = useSiteContent()
  const scrolled = useScrolledPast(SHOWN_PAST_PX)
  const [chatting, setChatting] = useState(false)
  const chatButton = useRef<HTMLButtonElement>(null)
  const closeChat = () => {
    setChatting(false)
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
            href={telephoneLink(phone.number)}
            aria-label="Call"
            data-tooltip="Call"
            className={`${SLOT} ${LIGHT}`}
          >
            <Phone aria-hidden="true" size={22} />
            <span className={LABEL}>Call</span>
          </a>
        )}
        <a
          href={`https://wa.me/${company.whatsapp}`}
          rel="noopener"
          aria-label="WhatsApp"
          data-tooltip="WhatsApp"
          className={`${SLOT} ${LIGHT}`}
        >
          <WhatsAppIcon />
          <span className={LABEL}>WhatsApp</span>
        </a>
        <button
          ref={chatButton}
          type="button"
          aria-label="Chat"
          data-tooltip="Chat"
          aria-expanded={chatting}
          onClick={() => setChatting(!chatting)}
          className={`${SLOT} on-dark bg-marine text-on-dark hover:bg-link`}
        >
          <MessageSquareText aria-hidden="true" size={22} />
          <span className={LABEL}>Chat</span>
        </button>
      </aside>
      {chatting && (
        <OnDemand
          load={loadChat}
          props={{ onClose: closeChat }}
          onFail={() => {
            setChatting(false)
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
