import { ArrowUp, MessageSquareText, Phone } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { telephoneLink } from '../../../lib/format.ts'
import { OnDemand } from '../../../lib/on-demand.tsx'
import { useSiteContent } from '../../../lib/site-content.tsx'
import { showToast } from '../../../lib/toast.ts'
import { WhatsAppIcon } from '../../../ui/social-icon.tsx'

const loadChat = () => import('../chat/chat.tsx')
const SHOWN_PAST_PX = 500
const SLOT =
  'grid size-12 place-items-center border-line border-b last:border-b-0 hover:bg-surface-grey first:rounded-tl-lg last:rounded-bl-lg'

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
        className="fixed right-0 bottom-6 z-30 rounded-l-lg border border-line border-r-0 bg-surface shadow-float print:hidden"
      >
        {scrolled && (
          <Slot label="Scroll to top" onClick={() => scrollTo({ top: 0 })}>
            <ArrowUp aria-hidden="true" size={22} />
          </Slot>
        )}
        {phone && (
          <a href={telephoneLink(phone.number)} aria-label="Call" className={SLOT}>
            <Phone aria-hidden="true" size={22} />
          </a>
        )}
        <a href={`https://wa.me/${company.whatsapp}`} aria-label="WhatsApp" rel="noopener" className={SLOT}>
          <WhatsAppIcon />
        </a>
        <button
          ref={chatButton}
          type="button"
          aria-label="Chat"
          aria-expanded={chatting}
          onClick={() => setChatting(!chatting)}
          className={`${SLOT} on-dark bg-marine text-on-dark hover:bg-link`}
        >
          <MessageSquareText aria-hidden="true" size={22} />
        </button>
      </aside>
      {chatting && (
        <OnDemand
          load={loadChat}
          props={{ onClose: closeChat }}
          onFail={() => {
            setChatting(false)
            showToast({
              variant: 'destructive',
              title: 'Error',
              description: 'Network error. Please try again.',
            })
          }}
        />
      )}
    </>
  )
}

function Slot({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" aria-label={label} onClick={onClick} className={SLOT}>
      {children}
    </button>
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
