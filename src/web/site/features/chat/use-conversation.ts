import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ChatMessage, findContacts } from '#contracts/enquiry/chat.ts'
import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import { answerQuestion, type ChatAnswer } from './answer.ts'
import { readConversation, storeConversation } from './stored-conversation.ts'

const MIN_DELAY_MS = 1000
const DELAY_JITTER_MS = 1000

/**
 * The messages, which this tab keeps, and the function that sends a question: its reply follows after 1 to 2 s of the typing
 * indicator (row CHAT-4).
 */
export function useConversation(content: Pick<PublicSiteContent, 'chat' | 'company'>) {
  const client = useQueryClient()
  const [messages, setMessages] = useState<ChatMessage[]>(
    () => readConversation() ?? [toMessage({ text: content.chat.greeting }, false)],
  )
  const [pendingReplies, setPendingReplies] = useState(0)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const started = timers.current
    return () => started.forEach(clearTimeout)
  }, [])
  useEffect(() => storeConversation(messages), [messages])
  const ask = (question: string) => {
    setMessages((before) => [...before, toMessage({ text: question }, true)])
    setPendingReplies((count) => count + 1)
    const hasContact = [...messages.filter(({ isUser }) => isUser), { text: question }].some(
      ({ text }) => findContacts(text).length > 0,
    )
    const answer = answerQuestion(client, question, content, hasContact)
    const addReply = async () => {
      const reply = toMessage(await answer, false)
      // The conversation was cleared, or the chat closed.
      if (!timers.current.delete(timer)) return
      setPendingReplies((count) => count - 1)
      setMessages((before) => [...before, reply])
    }
    const timer = setTimeout(addReply, MIN_DELAY_MS + Math.random() * DELAY_JITTER_MS)
    timers.current.add(timer)
  }
  const clear = () => {
    timers.current.forEach(clearTimeout)
    timers.current.clear()
    setPendingReplies(0)
    setMessages([toMessage({ text: content.chat.greeting }, false)])
  }
  return { messages, typing: pendingReplies > 0, ask, clear }
}

const toMessage = (answer: ChatAnswer, isUser: boolean): ChatMessage => ({
  id: `${Date.now()}-${Math.random()}`,
  isUser,
  timestamp: Date.now(),
  ...answer,
})
