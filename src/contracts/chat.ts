import type { SiteContent } from './site-content.ts'

/** One line of the conversation. `timestamp` in ms since 1970 (row CHAT-2). */
export interface ChatMessage {
  id: string
  text: string
  isUser: boolean
  timestamp: number
}

type ChatFacts = SiteContent['chat']

/** The scripted replies by keyword, in the order they are tried (rows CHAT-5, CHAT-6). */
const REPLIES: { keywords: string[]; reply: (facts: ChatFacts) => string }[] = [
  {
    keywords: ['price'],
    reply: ({ machinePrices }) =>
      `Our machines cost from ₹${machinePrices.from} to ₹${machinePrices.to}, ex works and before tax. Tell us the part you turn in the contact form, and we will quote the machine that fits.`,
  },
  {
    keywords: ['spare', 'parts'],
    reply: ({ sparePartWarranty }) =>
      `We keep spare parts for every machine we have built: collets, chucks, bearings, belts, screws and gears. They carry a warranty of ${sparePartWarranty}. Give us the part number or the machine's name, and we will send a price.`,
  },
  {
    keywords: ['maintenance', 'service'],
    reply: ({ maintenancePrices }) =>
      `Maintenance costs from ₹${maintenancePrices.from} to ₹${maintenancePrices.to} per year, by machine. It covers planned visits by the people who assembled it and a telephone answered seven days a week.`,
  },
  {
    keywords: ['spec'],
    reply: () =>
      'Every machine in the catalogue has its full table of specifications on its own page, ready to print. Which machine do you have in mind?',
  },
  {
    keywords: ['delivery'],
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
  'I can tell you about prices, spare parts, maintenance, specifications, delivery, training and warranty. For anything else, please write to us in the contact form or call; an engineer answers.'

/** What the helper says to `question`: the first keyword in it decides, else what it can be asked. */
export function getChatReply(question: string, facts: ChatFacts): string {
  const normalizedQuestion = question.toLowerCase()
  const found = REPLIES.find(({ keywords }) =>
    keywords.some((keyword) => normalizedQuestion.includes(keyword)),
  )
  return found ? found.reply(facts) : FALLBACK
}
