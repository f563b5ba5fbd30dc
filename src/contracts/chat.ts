import type { SiteContent } from './site-content.ts'

/** One message of the conversation (row CHAT-2). `timestamp` is in ms since 1970. */
export interface ChatMessage {
  id: string
  text: string
  isUser: boolean
  timestamp: number
}

type ChatFacts = SiteContent['chat']

interface ChatTopic {
  /** Words in lower case. If no word of the question equals a keyword of any topic, words that begin with one match. */
  keywords: string[]
  reply: (facts: ChatFacts) => string
}

/** The scripted replies by topic (rows CHAT-5, CHAT-6). */
const TOPICS: ChatTopic[] = [
  {
    keywords: ['price', 'prices'],
    reply: ({ machinePrices }) =>
      `Our machines cost from ₹${machinePrices.from} to ₹${machinePrices.to}, ex works and before tax. Tell us the part you turn in the contact form, and we will quote the machine that fits.`,
  },
  {
    keywords: ['spare', 'spares', 'parts'],
    reply: ({ sparePartWarranty }) =>
      `We keep spare parts for every machine we have built: collets, chucks, bearings, belts, screws and gears. They carry a warranty of ${sparePartWarranty}. Give us the part number or the machine's name, and we will send a price.`,
  },
  {
    keywords: ['maintenance', 'service', 'services'],
    reply: ({ maintenancePrices }) =>
      `Maintenance costs from ₹${maintenancePrices.from} to ₹${maintenancePrices.to} per year, depending on the machine. It covers planned visits by the people who assembled it and phone support seven days a week.`,
  },
  {
    keywords: ['spec', 'specs', 'specification', 'specifications'],
    reply: () =>
      'Every machine in the catalogue has its full table of specifications on its own page, ready to print. Which machine do you have in mind?',
  },
  {
    keywords: ['delivery', 'deliver', 'delivered'],
    reply: ({ delivery }) =>
      `Delivery takes ${delivery.lathes} for lathes and ${delivery.cnc} for CNC machines. Loading and transit insurance are arranged by us.`,
  },
  {
    keywords: ['training'],
    reply: ({ training }) =>
      `Operator training takes ${training}, at our works or yours, in Tamil, English or Hindi, on the machine your people will run.`,
  },
  {
    keywords: ['warranty'],
    reply: ({ machineWarranty, machineWarrantyMost, sparePartWarranty }) =>
      `Machines carry a warranty of ${machineWarranty}, extendable up to ${machineWarrantyMost}. Spare parts carry ${sparePartWarranty}.`,
  },
]
const FALLBACK =
  'I can tell you about prices, spare parts, maintenance, specifications, delivery, training and warranty. For anything else, please write to us in the contact form or call; an engineer will reply.'

/** Returns the replies to all topics that `question` mentions, as paragraphs; a list of the topics if it mentions none. */
export function getChatReply(question: string, facts: ChatFacts): string {
  const words: string[] = question.toLowerCase().match(/\p{L}+/gu) ?? []
  const byEqualWord = findTopics((keyword) => words.includes(keyword))
  const topics =
    byEqualWord.length > 0
      ? byEqualWord
      : findTopics((keyword) => words.some((word) => word.startsWith(keyword)))
  return topics.map(({ reply }) => reply(facts)).join('\n\n') || FALLBACK
}

const findTopics = (isMentioned: (keyword: string) => boolean) =>
  TOPICS.filter(({ keywords }) => keywords.some(isMentioned))
