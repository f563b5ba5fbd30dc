import { ArrowUp, MessageSquareText, Phone } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toTelLink } from '#contracts/format.ts'
import { t } from '#messages/messages.ts'
import { LazyComponent } from '#web/lib/navigation/lazy-component.tsx'
import { useSiteContent } from '#web/lib/site-content.tsx'
import { showNetworkError } from '#web/lib/toast.ts'
import { WhatsAppIcon } from '#web/ui/icons/social-icon.tsx'

const loadChat = () => import('../chat/chat-window.tsx')
const SCROLL_THRESHOLD_PX = 500
const ACTION_CLASS = 'floating-action'
const LIGHT_CLASS = 'hover:bg-surface-grey'
const LABEL_CLASS = 'lg:sr-only'

/** Floating buttons for call, WhatsApp, chat and scrolling to the top (rows LND-3, LND-4), after the comparison. */
export function FloatingActions({ children }: { children: ReactNode }) {
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
      <aside aria-label={t('Quick contact')} className="floating-actions">
        {children}
        {scrolled && (
          <button
            type="button"
            aria-label={t('Scroll to top')}
            data-tooltip={t('Scroll to top')}
            onClick={() => scrollTo({ top: 0 })}
            className="scroll-to-top"
          >
            <ArrowUp aria-hidden="true" size={22} />
          </button>
        )}
        {phone && (
          <a
            href={toTelLink(phone.number)}
            aria-label={t('Call')}
            data-tooltip={t('Call')}
            className={`${ACTION_CLASS} ${LIGHT_CLASS}`}
          >
            <Phone aria-hidden="true" size={22} />
            <span className={LABEL_CLASS}>{t('Call')}</span>
          </a>
        )}
        <a
          href={`https://wa.me/${company.whatsapp}`}
          rel="noopener"
          aria-label={t('WhatsApp')}
          data-tooltip={t('WhatsApp')}
          className={`${ACTION_CLASS} ${LIGHT_CLASS}`}
        >
          <WhatsAppIcon />
          <span className={LABEL_CLASS}>{t('WhatsApp')}</span>
        </a>
        <button
          ref={chatButton}
          type="button"
          aria-label={t('Chat')}
          data-tooltip={t('Chat')}
          aria-expanded={isChatOpen}
          onClick={() => setIsChatOpen(!isChatOpen)}
          className={`${ACTION_CLASS} on-dark bg-marine text-on-dark hover:bg-link`}
        >
          <MessageSquareText aria-hidden="true" size={22} />
          <span className={LABEL_CLASS}>{t('Chat')}</span>
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
