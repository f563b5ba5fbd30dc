import { Send, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type ChatMessage, getChatReply } from '#contracts/chat.ts'
import { useSiteContent } from '../../../lib/site-content.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'

const MIN_DELAY_MS = 1000
const DELAY_JITTER_MS = 1000
const CHIPS = ['Price', 'Spare parts', 'Delivery', 'Warranty']
const clockTime = new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit' })

/**
 * The chat with scripted replies, without server requests (rows CHAT-1 to CHAT-7). It floats over the lower right corner of
 * the page; with `inline` it fills its container. Escape closes it if `onClose` is given.
 */
export default function Chat({ inline = false, onClose }: { inline?: boolean; onClose?: () => void }) {
  const { chat } = useSiteContent()
  const { messages, typing, ask } = useConversation(chat)
  const [text, setText] = useState('')
  const log = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const blank = text.trim() === ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when one of them changes
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [messages, typing])
  useEffect(() => {
    if (!inline) input.current?.focus()
  }, [inline])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (blank) return
    ask(text.trim())
    setText('')
  }
  return (
    <section
      aria-label="Chat"
      onKeyDown={(event) => event.key === 'Escape' && onClose?.()}
      className={`flex flex-col border border-line-strong bg-surface text-ink ${inline ? 'h-full min-h-96' : 'fixed inset-x-3 bottom-3 z-40 h-[min(39rem,calc(100svh-6rem))] rounded-lg shadow-float sm:left-auto sm:w-94 print:hidden'}`}
    >
      <header className="on-dark flex items-center justify-between gap-3 bg-marine py-2 pr-1 pl-4 text-on-dark">
        <div>
          <h2 className="text-h4 leading-tight">Chat with us</h2>
          <p className="text-on-dark-muted text-sm">Instant answers, 24x7</p>
        </div>
        {onClose && (
          <IconButton label="Close chat" variant="ghost" onClick={onClose}>
            <X aria-hidden="true" size={20} />
          </IconButton>
        )}
      </header>
      <div
        ref={log}
        role="log"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        tabIndex={0}
        className="flex grow flex-col gap-3 overflow-y-auto p-4"
      >
        {messages.map((message) => (
          <Bubble key={message.id} message={message} />
        ))}
        {typing && (
          <p className="flex w-fit gap-1.5 rounded-md bg-surface-grey px-3.5 py-3.5">
            <span className="sr-only">Typing</span>
            <i aria-hidden="true" className="typing-dot" />
            <i aria-hidden="true" className="typing-dot [animation-delay:150ms]" />
            <i aria-hidden="true" className="typing-dot [animation-delay:300ms]" />
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 px-4 pb-3">
        {CHIPS.map((chip) => (
          <Button key={chip} variant="outline" size="sm" onClick={() => ask(chip)}>
            {chip}
          </Button>
        ))}
      </div>
      <form onSubmit={submit} className="flex gap-2 border-line border-t p-3">
        <input
          ref={input}
          aria-label="Your message"
          placeholder="Type a question"
          maxLength={500}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="field"
        />
        <IconButton label="Send" type="submit" variant="secondary" disabled={blank} className="flex-none">
          <Send aria-hidden="true" size={20} />
        </IconButton>
      </form>
    </section>
  )
}

function Bubble({ message: { text, isUser, timestamp } }: { message: ChatMessage }) {
  return (
    <p
      className={`max-w-[85%] whitespace-pre-line rounded-md px-3.5 py-2 text-compact ${isUser ? 'self-end bg-marine text-on-dark' : 'self-start bg-surface-grey'}`}
    >
      <span className="sr-only">{isUser ? 'You: ' : 'Assistant: '}</span>
      {text}
      <time
        dateTime={new Date(timestamp).toISOString()}
        className={`mt-0.5 block text-xs ${isUser ? 'text-on-dark-muted' : 'text-muted'}`}
      >
        {clockTime.format(timestamp)}
      </time>
    </p>
  )
}

/** The messages, and the function that sends a question: its reply follows after 1 to 2 s of the typing indicator (row CHAT-4). */
function useConversation(chatContent: Parameters<typeof getChatReply>[1]) {
  const [messages, setMessages] = useState<ChatMessage[]>(() => [toMessage(chatContent.greeting, false)])
  const [pendingReplies, setPendingReplies] = useState(0)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const started = timers.current
    return () => started.forEach(clearTimeout)
  }, [])
  const ask = (question: string) => {
    setMessages((before) => [...before, toMessage(question, true)])
    setPendingReplies((count) => count + 1)
    const addReply = () => {
      timers.current.delete(timer)
      setPendingReplies((count) => count - 1)
      setMessages((before) => [...before, toMessage(getChatReply(question, chatContent), false)])
    }
    const timer = setTimeout(addReply, MIN_DELAY_MS + Math.random() * DELAY_JITTER_MS)
    timers.current.add(timer)
  }
  return { messages, typing: pendingReplies > 0, ask }
}

let count = 0
const toMessage = (text: string, isUser: boolean): ChatMessage => ({
  id: String(++count),
  text,
  isUser,
  timestamp: Date.now(),
})
