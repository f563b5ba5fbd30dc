import type { QueryClient } from '@tanstack/react-query'
import {
  asksForContact,
  type ChatMessage,
  findContacts,
  getChatReply,
  getContactReply,
  getHoursReply,
  getRemarkReply,
  getSafetyReply,
  isFallbackReply,
} from '#contracts/enquiry/chat.ts'
import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import { msg, t } from '#messages/messages.ts'
import { describeFitting } from '../../search/describe-fitting.ts'
import { type FoundAnswer, findAnswer } from './find-items.ts'

const CONTACT_REPLY = msg('Thank you. Choose the button below to use it in the enquiry form.')

export type ChatAnswer = Pick<ChatMessage, 'text' | 'items' | 'page' | 'job'>

/**
 * Answers a question with the scripted replies to its topics, what the settings say of the company, and what the catalogue has;
 * without any of them with the list of topics. `hasContact`: the visitor has typed a telephone number or an email address.
 */
export async function answerQuestion(
  client: QueryClient,
  question: string,
  { chat: facts, company }: Pick<PublicSiteContent, 'chat' | 'company'>,
  hasContact: boolean,
): Promise<ChatAnswer> {
  const remark = getRemarkReply(question)
  if (remark !== undefined) return { text: remark }
  const companyReplies = [getHoursReply(question, company.hours), getContactReply(question, company)].filter(
    (reply) => reply !== undefined,
  )
  const found: FoundAnswer = companyReplies.length === 0 ? await findAnswer(client, question) : { items: [] }
  const { items, job, page, facts: stated } = found
  const scripted = getChatReply(question, facts)
  const safety = getSafetyReply(question)
  const replies = [
    ...(safety && items.length > 0 ? [safety] : []),
    ...(job ? [`${job.text}\n${describeFitting(job)}`] : []),
    ...(stated ? [stated] : []),
    ...(isFallbackReply(scripted) ? [] : [scripted]),
    ...companyReplies,
    ...(items.length > 0 && !job && !stated ? describeItems(found, isFallbackReply(scripted)) : []),
  ]
  const isContact = findContacts(question).length > 0 || (hasContact && asksForContact(question))
  if (isContact) replies.push(t(CONTACT_REPLY))
  return {
    text: replies.join('\n\n') || scripted,
    ...(items.length > 0 && { items }),
    ...(page && { page }),
    ...(job && { job: job.query }),
  }
}

/** What the items lack of the question; `isAlone`: nothing else is said. */
function describeItems({ missing = [], isNearest }: FoundAnswer, isAlone: boolean): string[] {
  if (isNearest) return [t('No item has all of these sizes. Nearest:')]
  if (missing.length > 0)
    return [
      t('This comes nearest, but does not mention ‘{words}’. Ask us before you order.', {
        words: missing.join('’, ‘'),
      }),
    ]
  return isAlone ? [t('This is what we have:')] : []
}
