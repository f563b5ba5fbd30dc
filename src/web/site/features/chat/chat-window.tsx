import { useQuery } from '@tanstack/react-query'
import { Phone, Send, X } from 'lucide-react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type ChatItem, type ChatMessage, findContacts, formatTranscript } from '#contracts/enquiry/chat.ts'
import { formatRupees, formatVisitorTime, toTelLink } from '#contracts/format.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { msg, t } from '#messages/messages.ts'
import { ItemLink, SiteLink, usePathname } from '#web/lib/navigation/navigation.tsx'
import { WhatsAppIcon } from '#web/ui/icons/social-icon.tsx'
import { useLabel, useSiteContent } from '../../../lib/site-content.tsx'
import { Button, buttonClass, IconButton } from '../../../ui/button.tsx'
import { getPlaceholder, ItemPicture } from '../../items/pictures/picture.tsx'
import { PICTURE_SIZES } from '../../items/pictures/picture-sizes.ts'
import { UnitText } from '../../items/units.tsx'
import { itemQuery } from '../../queries/item-queries.ts'
import { handOver } from './enquiry-handover.ts'
import { useConversation } from './use-conversation.ts'

const ITEM_PATH = /^\/product\/([^/]+)$/
/** In px. */
const LOG_PADDING = 16
/** Questions are in English, as the scripted replies recognise them. */
const TOPICS = [
  { label: msg('Price'), question: 'Price' },
  { label: msg('Spare parts'), question: 'Spare parts' },
  { label: msg('Delivery'), question: 'Delivery' },
  { label: msg('Warranty'), question: 'Warranty' },
]

/** 'Belt for this machine', on the page of an item. */
const THIS_ITEM = /\bthis (?:machine|lathe|automatic|spare part|part|service|item|model)\b/gi

/** The item whose page is open and has loaded it. */
function useOpenItem(): Item | undefined {
  const [, id] = ITEM_PATH.exec(usePathname()) ?? []
  return useQuery({ ...itemQuery(id ?? ''), enabled: false }).data
}

/** Questions of one tap. On the page of an item price and parts are asked for by its name. */
function listChips(item: Item | undefined): { label: string; question: string }[] {
  const topics = TOPICS.map(({ label, question }) => ({ label: t(label), question }))
  if (!item) return topics
  const [, parts, ...others] = topics
  return [
    {
      label: t(
        '{kind, select, spare {Price of this spare part} service {Price of this service} other {Price of this machine}}',
        { kind: item.kind },
      ),
      question: `Price of ${item.name}`,
    },
    item.kind === 'machine'
      ? { label: t('Spare parts for this machine'), question: `Spare parts for ${item.name}` }
      : parts!,
    ...others,
  ]
}

/**
 * The chat with scripted replies (rows CHAT-1 to CHAT-7), which also answers with items that a question names. It floats over
 * the lower right corner of the page; with `inline` it fills its container. Escape closes it if `onClose` is given.
 */
export default function Chat({ inline = false, onClose }: { inline?: boolean; onClose?: () => void }) {
  const content = useSiteContent()
  const { company } = content
  const { messages, typing, ask, clear } = useConversation(content)
  const openItem = useOpenItem()
  const chips = listChips(openItem)
  const [text, setText] = useState('')
  const log = useRef<HTMLDivElement>(null)
  const lastQuestion = messages.findLast(({ isUser }) => isUser)
  const questionBubble = useRef<HTMLParagraphElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const blank = text.trim() === ''
  const [phone] = company.phones
  const contacts = messages.flatMap((message) => (message.isUser ? findContacts(message.text) : []))
  const newestContacts = contacts.filter(
    ({ field }, index) => contacts.findLastIndex((other) => other.field === field) === index,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when one of them changes
  useEffect(() => {
    const [list, question] = [log.current, questionBubble.current]
    // The beginning of a long answer says what its items lack.
    list?.scrollTo({ top: question ? question.offsetTop - list.offsetTop - LOG_PADDING : list.scrollHeight })
  }, [messages, typing])
  useEffect(() => {
    if (!inline) input.current?.focus()
  }, [inline])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (blank) return
    ask(openItem ? text.trim().replace(THIS_ITEM, () => openItem.name) : text.trim())
    setText('')
    // The button is disabled while the field is blank, and would lose the focus to the page.
    input.current?.focus()
  }
  const leaveForForm = (contact?: (typeof contacts)[number]) => {
    // The greeting alone is no conversation.
    if (messages.length > 1) handOver(messages, contact)
    onClose?.()
  }
  return (
    <section
      aria-label={t('Chat')}
      onKeyDown={(event) => event.key === 'Escape' && onClose?.()}
      className={`flex flex-col border border-line-strong bg-surface text-ink ${inline ? 'h-full min-h-96' : 'fixed inset-x-3 bottom-3 z-40 h-[min(41rem,calc(100svh-6rem))] rounded-lg shadow-float sm:left-auto sm:w-94 lg:right-16 print:hidden'}`}
    >
      <header className="on-dark flex items-center justify-between gap-1 bg-marine py-2 pr-1 pl-4 text-on-dark">
        <div>
          <h2 className="text-h4 leading-tight">{t('Chat with us')}</h2>
          <p className="text-on-dark-muted text-sm">{t('Automatic answers, 24x7')}</p>
        </div>
        {messages.length > 1 && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              clear()
              input.current?.focus()
            }}
            className="ml-auto px-2"
          >
            {t('Clear conversation')}
          </Button>
        )}
        {onClose && (
          <IconButton label={t('Close chat')} variant="ghost" onClick={onClose}>
            <X aria-hidden="true" size={20} />
          </IconButton>
        )}
      </header>
      <div
        ref={log}
        role="log"
        aria-label={t('Messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        tabIndex={0}
        className="flex grow flex-col gap-3 overflow-y-auto p-4"
      >
        {messages.map((message) => (
          <Bubble
            key={message.id}
            message={message}
            ref={message === lastQuestion ? questionBubble : undefined}
          />
        ))}
        {typing && (
          <p className="flex w-fit gap-1.5 rounded-md bg-surface-grey px-3.5 py-3.5">
            <span className="sr-only">{t('Typing')}</span>
            <i aria-hidden="true" className="typing-dot" />
            <i aria-hidden="true" className="typing-dot [animation-delay:150ms]" />
            <i aria-hidden="true" className="typing-dot [animation-delay:300ms]" />
          </p>
        )}
      </div>
      {newestContacts.length > 0 && (
        <ul className="grid gap-2 px-4 pb-3">
          {newestContacts.map((contact) => (
            <li key={contact.field}>
              <SiteLink
                to="/#contact"
                onClick={() => leaveForForm(contact)}
                className={buttonClass('default', 'sm', 'w-full wrap-anywhere whitespace-normal')}
              >
                {t('Use {contact} in the enquiry form', { contact: contact.value })}
              </SiteLink>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2 px-4 pb-3">
        {chips.map(({ label, question }) => (
          <Button key={label} variant="outline" size="sm" onClick={() => ask(question)} className="px-2.5">
            {label}
          </Button>
        ))}
      </div>
      <form onSubmit={submit} className="flex gap-2 border-line border-t p-3">
        <input
          ref={input}
          aria-label={t('Your message')}
          placeholder={t('Question, name or part number')}
          maxLength={500}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="field"
        />
        <IconButton
          label={t('Send')}
          type="submit"
          variant="secondary"
          disabled={blank}
          className="flex-none"
        >
          <Send aria-hidden="true" size={20} />
        </IconButton>
      </form>
      <div className="grid grid-cols-[auto_auto_1fr] gap-2 border-line border-t p-3">
        {phone && (
          <a href={toTelLink(phone.number)} className={buttonClass('outline', 'sm', 'px-2.5')}>
            <Phone aria-hidden="true" size={18} /> {t('Call')}
          </a>
        )}
        <a
          href={`https://wa.me/${company.whatsapp}${messages.length > 1 ? `?text=${encodeURIComponent(formatTranscript(messages))}` : ''}`}
          rel="noopener"
          className={buttonClass('outline', 'sm', 'px-2.5')}
        >
          <WhatsAppIcon /> {t('WhatsApp')}
        </a>
        <SiteLink
          to="/#contact"
          onClick={() => leaveForForm()}
          className={buttonClass('secondary', 'sm', 'px-2.5')}
        >
          {t('Enquiry form')}
        </SiteLink>
      </div>
    </section>
  )
}

function Bubble({
  message: { text, isUser, timestamp, items = [], page, job },
  ref,
}: {
  message: ChatMessage
  ref: RefObject<HTMLParagraphElement | null> | undefined
}) {
  return (
    <>
      <p
        ref={ref}
        className={`max-w-[85%] whitespace-pre-line rounded-md px-3.5 py-2 text-compact wrap-anywhere ${isUser ? 'self-end bg-marine text-on-dark' : 'self-start bg-surface-grey'}`}
      >
        <span className="sr-only">{`${isUser ? t('You:') : t('Assistant:')} `}</span>
        {text}
        <time
          dateTime={new Date(timestamp).toISOString()}
          className={`mt-0.5 block text-xs ${isUser ? 'text-on-dark-muted' : 'text-muted'}`}
        >
          {formatVisitorTime(timestamp)}
        </time>
      </p>
      {items.map((item) => (
        <ItemAnswer key={item.id} item={item} />
      ))}
      {page && (
        <SiteLink to={page.to} className={buttonClass('outline', 'sm', 'self-start')}>
          {page.label}
        </SiteLink>
      )}
      {job && (
        <SiteLink to={`/finder?${job}#result`} className={buttonClass('outline', 'sm', 'self-start')}>
          {t('See the reasons in the job finder')}
        </SiteLink>
      )}
    </>
  )
}

/** An item that a question named. */
function ItemAnswer({ item }: { item: ChatItem }) {
  const getLabel = useLabel()
  return (
    <article className="relative grid grid-cols-[4rem_1fr] gap-x-3 border border-line-strong p-2.5 hover:border-ink">
      <div className="aspect-4/3 overflow-hidden bg-stage">
        <ItemPicture
          picture={item.picture}
          placeholder={getPlaceholder(item.kind)}
          alt=""
          sizes={PICTURE_SIZES.row}
        />
      </div>
      <div>
        <h3 className="text-control leading-tight">
          <ItemLink item={item} className="text-link underline after:absolute after:inset-0">
            {item.name}
          </ItemLink>
        </h3>
        {item.price !== undefined && (
          <p className="font-head font-semibold text-control">{formatRupees(item.price)}</p>
        )}
        {item.availability && <p className="text-sm">{item.availability}</p>}
      </div>
      <dl className="col-span-2 mt-1.5 text-sm">
        {item.specifications.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-muted">{getLabel(label)}</dt>
            <dd className="text-right">
              <UnitText text={value} label={label} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
