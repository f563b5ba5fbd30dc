import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  asksForContact,
  type ChatMessage,
  findContacts,
  getChatReply,
  getContactReply,
  getHoursReply,
  isFallbackReply,
} from '#contracts/enquiry/chat.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import { describeFitting } from '../../search/describe-fitting.ts'
import { type FoundAnswer, findAnswer } from './find-items.ts'
import { readConversation, storeConversation } from './stored-conversation.ts'

const MIN_DELAY_MS = 1000
const DELAY_JITTER_MS = 1000
const ITEMS_REPLY = 'This is what we have:'
const CONTACT_REPLY = 'Thank you. Choose the button below to use it in the enquiry form.'

/**
 * The messages, which this tab keeps, and the function that sends a question: its reply follows after 1 to 2 s of the typing
 * indicator (row CHAT-4).
 */
export function useConversation({ chat: facts, company }: Pick<SiteContent, 'chat' | 'company'>) {
  const client = useQueryClient()
  const [messages, setMessages] = useState<ChatMessage[]>(
    () => readConversation() ?? [toMessage(facts.greeting, false)],
  )
  const [pendingReplies, setPendingReplies] = useState(0)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const started = timers.current
    return () => started.forEach(clearTimeout)
  }, [])
  useEffect(() => storeConversation(messages), [messages])
  const ask = (question: string) => {
    setMessages((before) => [...before, toMessage(question, true)])
    setPendingReplies((count) => count + 1)
    const companyReplies = [
      getHoursReply(question, company.hours),
      getContactReply(question, company),
    ].filter((reply) => reply !== undefined)
    const found: FoundAnswer | Promise<FoundAnswer> =
      companyReplies.length === 0 ? findAnswer(client, question) : { items: [] }
    const hasContact = [...messages.filter(({ isUser }) => isUser), { text: question }].some(
      ({ text }) => findContacts(text).length > 0,
    )
    const addReply = async () => {
      const answer = await found
      // The conversation was cleared, or the chat closed.
      if (!timers.current.delete(timer)) return
      setPendingReplies((count) => count - 1)
      setMessages((before) => [
        ...before,
        toMessage(getReply(question, answer, companyReplies, hasContact), false, answer),
      ])
    }
    const timer = setTimeout(addReply, MIN_DELAY_MS + Math.random() * DELAY_JITTER_MS)
    timers.current.add(timer)
  }
  const clear = () => {
    timers.current.forEach(clearTimeout)
    timers.current.clear()
    setPendingReplies(0)
    setMessages([toMessage(facts.greeting, false)])
  }
  /** The scripted reply; in place of the list of topics what else answers the question. */
  const getReply = (
    question: string,
    { items, job }: FoundAnswer,
    companyReplies: string[],
    hasContact: boolean,
  ): string => {
    const reply = getChatReply(question, facts)
    const replies = [
      ...(job ? [`${job.text}\n${describeFitting(job)}`] : []),
      ...(isFallbackReply(reply) ? [] : [reply]),
      ...companyReplies,
    ]
    if (replies.length > 0) return replies.join('\n\n')
    if (items.length > 0) return ITEMS_REPLY
    const isContact = findContacts(question).length > 0 || (hasContact && asksForContact(question))
    return isContact ? CONTACT_REPLY : reply
  }
  return { messages, typing: pendingReplies > 0, ask, clear }
}

const toMessage = (
  text: string,
  isUser: boolean,
  { items, job }: FoundAnswer = { items: [] },
): ChatMessage => ({
  id: `${Date.now()}-${Math.random()}`,
  text,
  isUser,
  timestamp: Date.now(),
  ...(items.length > 0 && { items }),
  ...(job && { job: job.query }),
})
