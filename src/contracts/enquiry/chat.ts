import { type Message, msg, t } from '#messages/messages.ts'
import type { Kind, Picture, Specifications } from '../item/item.ts'
import type { SiteContent } from '../site-content/site-content.ts'

/** An item of the catalogue in a reply of the chat. */
export interface ChatItem {
  kind: Kind
  id: string
  name: string
  /** Rupees. */
  price?: number | undefined
  picture?: Picture | undefined
  specifications: Specifications
  /** 'Made to Order, lead time 28 days'; '' if the item states nothing. */
  availability: string
}

/** A page with more than the items of a reply. */
export interface ChatPage {
  to: string
  label: string
}

/** One message of the conversation (row CHAT-2). `timestamp` is in ms since 1970. */
export interface ChatMessage {
  id: string
  text: string
  isUser: boolean
  timestamp: number
  items?: ChatItem[]
  page?: ChatPage
  /** The query of the job finder's page, for a question that describes a job. */
  job?: string
}

type ChatFacts = SiteContent['chat']

interface ChatTopic {
  /**
   * Words in lower case, with their forms, or several words that follow each other. If no word of the question equals a keyword of any topic, words that begin with
   * a keyword of at least five letters match: 'warrantyterms', but not 'special'.
   */
  keywords: string[]
  /** Whether the catalogue is searched for the words as well. */
  isSearched?: true
  reply: (facts: ChatFacts) => string
}

const FAULTS = [
  ...['breakdown', 'has stopped', 'is stopped', 'machine stopped', 'lathe stopped', 'not working', 'kharab'],
  ...[
    'not rotating',
    'not running',
    'not starting',
    'making noise',
    'makes noise',
    'much noise',
    'lot of noise',
  ],
  ...['noise from', 'noise in', 'noisy', 'awaaz', 'much vibration', 'vibrating', 'leaking', 'overheating'],
  ...['showing alarm', 'shows alarm', 'gives alarm', 'tripping'],
]

/** The scripted replies by topic (rows CHAT-5, CHAT-6). */
const TOPICS: ChatTopic[] = [
  {
    keywords: [
      'price',
      'prices',
      'priced',
      'pricing',
      'cost',
      'costs',
      'costing',
      'costly',
      'rate',
      'rates',
      'daam',
      'prise',
    ],
    reply: ({ machinePrices }) =>
      t(
        'Our machines cost from ₹{machinePricesFrom} to ₹{machinePricesTo}, ex works and before tax. Tell us in the enquiry form which part you turn. We will offer the machine that fits.',
        { machinePricesFrom: machinePrices.from, machinePricesTo: machinePrices.to },
      ),
  },
  {
    keywords: ['spare', 'spares', 'parts'],
    isSearched: true,
    reply: ({ sparePartWarranty }) =>
      t(
        "We keep spare parts for every machine we have built: collets, chucks, bearings, belts, screws and gears. They carry a warranty of {sparePartWarranty}. Type the part number or the machine's name here, or ask for a price in the enquiry form.",
        { sparePartWarranty },
      ),
  },
  {
    keywords: [
      'amc',
      'annual contract',
      'yearly contract',
      'maintenance',
      'maintain',
      'service',
      'services',
      'serviced',
      'servicing',
      'repair',
      'repairs',
      'repaired',
    ],
    isSearched: true,
    reply: ({ maintenancePrices }) =>
      t(
        'Maintenance costs from ₹{maintenancePricesFrom} to ₹{maintenancePricesTo} per year, depending on the machine. It covers planned visits by the people who assembled your machine, and phone support seven days a week.',
        { maintenancePricesFrom: maintenancePrices.from, maintenancePricesTo: maintenancePrices.to },
      ),
  },
  {
    keywords: ['spec', 'specs', 'specification', 'specifications'],
    reply: () =>
      t(
        'Every machine in the catalogue has its full table of specifications on its own page, ready to print. Which machine do you have in mind?',
      ),
  },
  {
    keywords: [
      'delivery',
      'deliveries',
      'deliver',
      'delivers',
      'delivered',
      'delivering',
      'ship',
      'shipped',
      'shipping',
      'freight',
      'transport',
    ],
    reply: ({ delivery }) =>
      t(
        'Delivery takes {deliveryLathes} for lathes and {deliveryCnc} for CNC machines. We arrange loading and transit insurance.',
        { deliveryLathes: delivery.lathes, deliveryCnc: delivery.cnc },
      ),
  },
  {
    keywords: ['training', 'train', 'trained', 'trains'],
    isSearched: true,
    reply: ({ training }) =>
      t(
        'Operator training takes {training}, at our works or yours, in Tamil, English or Hindi, on the machine your people will run.',
        { training },
      ),
  },
  {
    keywords: ['payment', 'payments', 'pay', 'emi', 'finance', 'financing', 'loan'],
    reply: () =>
      t(
        'Payment terms depend on the machine; our quotation states them. Tell us in the enquiry form what you need, and we will send one.',
      ),
  },
  {
    keywords: ['warranty', 'waranty', 'warrenty', 'warranties', 'guarantee', 'guaranteed', 'gurantee'],
    reply: ({ machineWarranty, machineWarrantyMost, sparePartWarranty }) =>
      t(
        'Machines carry a warranty of {machineWarranty}, extendable up to {machineWarrantyMost}. Spare parts carry {sparePartWarranty}.',
        { machineWarranty, machineWarrantyMost, sparePartWarranty },
      ),
  },
  {
    keywords: ['gst', 'tax', 'taxes', 'hsn', 'invoice'],
    reply: () =>
      t(
        'Prices are ex works and before GST. Our quotation states the rate, the HSN code and the total with tax.',
      ),
  },
  {
    keywords: ['stock'],
    reply: () =>
      t(
        'The page of each item says whether it is in stock. Send us the part number in the enquiry form, and we will confirm it.',
      ),
  },
  {
    keywords: ['brochure', 'brochures', 'datasheet', 'datasheets', 'data sheet', 'pdf'],
    reply: () =>
      t('The page of each machine has its data sheet as a PDF, and further documents where we have them.'),
  },
  {
    keywords: ['drawing', 'drawings'],
    reply: () =>
      t(
        'Attach your drawing in the enquiry form, or send it by WhatsApp. We prepare the quotation from it. Drawings of a machine are on its page.',
      ),
  },
  {
    keywords: FAULTS,
    isSearched: true,
    reply: () =>
      t(
        'If a machine has stopped or does not run as it should, call us or write on WhatsApp now, and tell us its name and serial number. Until then, do not run it.',
      ),
  },
  {
    keywords: ['compare', 'comparison', 'difference', 'versus', 'vs'],
    reply: () => t('Choose Compare on two or three machines, and their specifications stand side by side.'),
  },
  {
    keywords: [
      'secondhand',
      'second hand',
      'used machine',
      'used lathe',
      'purani',
      'purana',
      'rent',
      'rental',
      'hire',
    ],
    reply: () =>
      t('Ask us in the enquiry form about used machines or hire, and we will tell you what we know.'),
  },
  {
    keywords: ['export', 'exports', 'overseas', 'abroad', 'fob', 'cif'],
    reply: () =>
      t(
        'For delivery outside India, tell us in the enquiry form the country and the port. Our quotation states what we can offer.',
      ),
  },
  {
    keywords: ['discount', 'discounts', 'negotiate', 'negotiable'],
    reply: () => t('Tell us in the enquiry form what you need and how many. Our quotation states the price.'),
  },
]
const FALLBACK = msg(
  'I can tell you about prices, spare parts, maintenance, specifications, delivery, training and warranty. For anything else, call us or write to us in the enquiry form. An engineer will reply.',
)

/** What asks for nothing in the catalogue: the reply to the first that matches stands alone. */
const REMARKS: [pattern: RegExp, reply: Message][] = [
  [
    /\b(?:bypass|bridg|overrid|defeat|disabl|jumper)\w*\s+(?:(?:the|a|my|its|this) )?(?:(?:front|machine|safety|limit|cabinet|emergency) )?(?:doors?|guards?|interlocks?|safety|switch(?:es)?|stop)\b/i,
    msg(
      'Never run a machine with a guard open or a safety switch bypassed: people lose hands this way. If a switch fails, switch the machine off and call us. We send the part or an engineer.',
    ),
  ],
  [
    /\b(?:(?:do|will|can) you|you) (?:buy|take|exchange)\b.{0,20}\b(?:old|used|second ?hand)\b|\b(?:sell|exchange) (?:my|our)\b.{0,20}\b(?:old|used|machine|lathe|vmc)\b|\b(?:old|used|purani|purana)\b.{0,20}\b(?:buy ?back|exchange|bechn\w*|sell)\b|\bbuy ?back\b/i,
    msg(
      'This site says nothing about buying or exchanging used machines. Tell us in the enquiry form which machine you have, and the office will answer.',
    ),
  ],
  [
    /\b(?:complain\w*|(?:very|so) bad|wrong (?:size|part|item|machine)|no ?(?:one|body) (?:picks|answers|replies|calls))\b/i,
    msg('We are sorry. Call us, or send your order number in the enquiry form. A person will look into it.'),
  ],
  [
    /\b(?:are you|is this|am i talking to)\b.{0,40}\b(?:human|robot|bot|real|person|machine)\b/i,
    msg(
      'I am an automatic helper. I find items in our catalogue and answer questions about prices, delivery, training and warranty. To reach a person, call us or write to us in the enquiry form.',
    ),
  ],
  [
    /\b(?:(?:order|enquiry|quotation|quote|dispatch|delivery) status|status of (?:my|our|the) (?:order|enquiry|quotation|quote)|track(?:ing)? (?:my|our|of)|where is my (?:order|machine|parcel))\b/i,
    msg(
      'Open the link in our email to see the status of your enquiry or quotation. Without the link, call us with its number.',
    ),
  ],
  [
    /\b(?:vacanc(?:y|ies)|job openings?|hiring|recruit\w*|careers?|internships?|resume)\b/i,
    msg('This site lists no vacancies. Write to us in the enquiry form, and the office will answer.'),
  ],
  [
    /^\W*(?:(?:ok|okay|fine)\W+)?(?:thanks?|thank you|dhanyavad|nandri|bye|goodbye)\b[^?]{0,30}$/i,
    msg('Thank you for writing. If you need more, ask here, call us, or write to us in the enquiry form.'),
  ],
]

/** Whether a question describes a machine that does not run as it should: nobody looks for a new one then. */
export function describesFault(question: string): boolean {
  const text = ` ${splitWords(question).join(' ')} `
  return FAULTS.some((fault) => text.includes(` ${fault} `))
}

const HOW_TO =
  /\b(?:how (?:to|do (?:i|we)|can (?:i|we|you))|procedure|steps|way to)\b.{0,40}\b(?:remov\w*|replac\w*|chang\w*|adjust\w*|dismantl\w*|repair|align\w*|fit)\b/i

/** What comes first in an answer about work on a machine; undefined for every other question. */
export const getSafetyReply = (question: string): string | undefined =>
  HOW_TO.test(question)
    ? t(
        'Switch the machine off and lock the main switch first, and support what can fall, such as a vertical head. If the manual does not describe the work, call our service before you begin.',
      )
    : undefined

/** The reply to what asks for nothing in the catalogue, such as a complaint; undefined for a question. */
export function getRemarkReply(text: string): string | undefined {
  const remark = REMARKS.find(([pattern]) => pattern.test(text))
  return remark && t(remark[1])
}

/** Returns the scripted replies to all topics that `question` mentions, as paragraphs; a list of the topics if it mentions none. */
export function getChatReply(question: string, facts: ChatFacts): string {
  const words = splitWords(question)
  const text = ` ${words.join(' ')} `
  const byEqualWord = findTopics((keyword) => text.includes(` ${keyword} `))
  const topics =
    byEqualWord.length > 0
      ? byEqualWord
      : findTopics(
          (keyword) => keyword.length >= MIN_PREFIX_LENGTH && words.some((word) => word.startsWith(keyword)),
        )
  return topics.map(({ reply }) => reply(facts)).join('\n\n') || t(FALLBACK)
}

const DAY = `(?:today|tomorrow|now|weekends?|holidays?|(?:sun|mon|tues|wednes|thurs|fri|satur)days?)`
const HOURS_QUESTION = new RegExp(
  [
    String.raw`\b(?:opening|business|working|office|shop|visiting) (?:hours?|times?|timings?|days?)\b`,
    String.raw`^\W*hours?\W*$`,
    String.raw`\byour hours\b`,
    String.raw`\bhours (?:on|for) ${DAY}\b`,
    String.raw`\b(?:timings|your timing)\b`,
    String.raw`\b(?:are you|is your|do you|when|what time|till|until|which days?)\b.*\b(?:open|closed?|closing)\b`,
    String.raw`\b(?:open|closed?)\b.*\b${DAY}\b`,
    String.raw`\b${DAY}\b.*\b(?:open|closed?)\b`,
    String.raw`\b(?:come|visit)\b.{0,40}\b${DAY}\b`,
  ].join('|'),
  'i',
)

/** Answers a question about business hours; undefined for every other question, or without business hours. */
export function getHoursReply(question: string, hours: SiteContent['company']['hours']): string | undefined {
  if (hours.length === 0 || !HOURS_QUESTION.test(question)) return undefined
  return [t('Our business hours:'), ...hours.map((row) => `${row.days}: ${row.hours}`)].join('\n')
}

const ADDRESS_QUESTION =
  /\b(?:address|locat(?:ed|ion)|directions?|where (?:are|is) (?:you|your)|(?:visit|reach) (?:you|your)|your (?:factory|works|office|showroom))\b/i
const PHONE_QUESTION =
  /\b(?:phone|mobile|contact|telephone|call|whatsapp) (?:number|no)\b|\byour (?:number|phone)\b|\b(?:speak|talk) (?:to|with) (?:(?:a|an|some|the|your) )?(?:person|human|engineer|someone|somebody|people|staff|sales)/i

/** Answers a question about the address or the telephone numbers; undefined for every other question. */
export function getContactReply(
  question: string,
  { address, phones }: Pick<SiteContent['company'], 'address' | 'phones'>,
): string | undefined {
  const { street, city, postcode, state, country } = address
  const parts = [
    ...(ADDRESS_QUESTION.test(question)
      ? [`${t('Our address:')}\n${street}\n${city} ${postcode}, ${state}, ${country}`]
      : []),
    ...(PHONE_QUESTION.test(question) && phones.length > 0
      ? [t('Our phone numbers:'), ...phones.map(({ label, number }) => `${label}: ${number}`)]
      : []),
  ]
  return parts.length > 0 ? parts.join('\n') : undefined
}

/** Whether a reply is the list of topics, which is given if the question mentions none. */
export const isFallbackReply = (reply: string): boolean => reply === t(FALLBACK)

const MIN_PREFIX_LENGTH = 5

const splitWords = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? []

const findTopics = (isMentioned: (keyword: string) => boolean) =>
  TOPICS.filter(({ keywords }) => keywords.some(isMentioned))

/** Words of questions that name no item. */
const PLAIN_WORDS = new Set(
  `a about after all also best call list nos regarding unit an and any are as at available be before best buy by can charge charges code could customer day
  days details did do does during each every expect fast free from get give good have has hello hi how i if in include
  included includes information is it its know last lasts like long machine machines many may me month months more much my
  need new no not now number of rotating running starting stopped offer on one operator operators or order our part people per please provide quick quickly
  quote rate required rupees send should show since site so soon take takes taken tell terms than thank thanks that the
  their then there they this three time times to today two under until us want was week weeks were what when where which
  who why will with within work working works would year yearly years yes you your`.split(/\s+/),
)

const listKeywords = (topics: ChatTopic[]): Set<string> => new Set(topics.flatMap(({ keywords }) => keywords))
const KEYWORDS = listKeywords(TOPICS)
const UNSEARCHED_KEYWORDS = listKeywords(TOPICS.filter(({ isSearched }) => !isSearched))

/** 'Belt for CL 40' looks for a belt; 'price for CL 40' looks for nothing of it. */
const JOINING = /^for$/i

/** '5 nos', '200 pcs'. */
const QUANTITY = /\b\d+ ?(?:nos?|pcs|pieces|units)\b/gi

/**
 * Returns what the catalogue is searched for: the words of a question without plain words and those of most topics; '' if it has
 * only such words.
 */
export function getItemQuery(question: string): string {
  const words = question
    .replace(QUANTITY, ' ')
    .split(/[\s,;:?!()'"]+/)
    .map((word) => word.replace(/^\W+|(?<!\W)\W+$/g, ''))
    .filter((word) => word !== '' && !PLAIN_WORDS.has(word.toLowerCase()))
  const isLeft = (keywords: Set<string>) => (word: string) => !keywords.has(word.toLowerCase())
  const isNamed = (word: string) => isLeft(KEYWORDS)(word) && !JOINING.test(word)
  if (!words.some(isNamed)) return ''
  const left = words.filter(isLeft(UNSEARCHED_KEYWORDS))
  const isInside = (_: string, index: number) => index > 0 && index < left.length - 1
  return left.filter((word, index) => !JOINING.test(word) || isInside(word, index)).join(' ')
}

/** 'Collet for 16 mm bar' looks for a collet of 16 mm, not for a property of the bar. With a machine behind it, the search finds its collets. */
const COLLET_FOR_BAR =
  /\b(collets?)(?: for)?(?: an?)? (\d+(?:\.\d+)? ?mm)(?: (?:dia|round))? (?:bars?|rods?)\W*$/i

/** Returns a question about a collet with the size of the bar as that of the collet. */
export const nameColletSize = (question: string): string => question.replace(COLLET_FOR_BAR, '$1 $2')

/** Machines with five axes, which a search for single words loses. */
export const FIVE_AXES = /\b(?:5|five|5th|fifth)[ -]?ax[ei]s\b/i

/** The parts of a question that compares: 'TC 200 vs TC 250' → both; none if it does not compare. */
export function listCompared(question: string): string[] {
  if (!/\b(?:compare|comparison|difference|versus|vs|better)\b/i.test(question)) return []
  const parts = question.split(/\b(?:and|vs|versus|with|or|between)\b/i).map(getItemQuery)
  return parts.length > 1 ? parts.filter(Boolean) : []
}

/** A number with its unit: '42 mm', '7.5kW'. */
const SIZE = /(?<![\d.,-])\d[\d,]*(?:\.\d+)?\s?(?:mm|cm|inch|kg|kw|hp|rpm)\b/i

/** Whether a question states a size. */
export const hasSize = (question: string): boolean => SIZE.test(question)

/** The specifications of an item that have most words and numbers of a question, the best first. */
export function findAskedSpecifications(question: string, specifications: Specifications): Specifications {
  const asked = question.toLowerCase().match(/\p{L}{3,}|\d+/gu) ?? []
  const rate = (pair: readonly string[]) => {
    const words = new Set(
      pair
        .join(' ')
        .toLowerCase()
        .match(/\p{L}+|\d+/gu),
    )
    return asked.filter((word) => words.has(word)).length
  }
  return [...specifications].sort((one, other) => rate(other) - rate(one))
}

/** A telephone number or email address that a visitor has typed into the chat. */
export interface TypedContact {
  field: 'phone' | 'email'
  value: string
}

const EMAIL = /(?<![^\s@,;:<>()])[^\s@,;:<>()]+@[^\s@,;:<>()]+\.[a-z]{2,}/i
const PHONE = /(?<![\w-])\+?\d(?:[\s()-]?\d){9,14}(?![\w-])/

/** Finds the telephone number and email address in a message. */
export function findContacts(text: string): TypedContact[] {
  const email = EMAIL.exec(text)?.[0]
  const phone = PHONE.exec(text)?.[0]
  return [
    ...(phone ? [{ field: 'phone' as const, value: phone }] : []),
    ...(email ? [{ field: 'email' as const, value: email }] : []),
  ]
}

/** Whether a visitor asks to be called or written to. */
export const asksForContact = (text: string): boolean =>
  /\b(?:call|contact|phone|ring|reach|e-?mail|mail|whatsapp|write|reply)\b/i.test(text)

/** Returns a text without telephone number and email address. */
export const withoutContacts = (text: string): string => text.replace(EMAIL, ' ').replace(PHONE, ' ').trim()

/** The characters of a conversation that an enquiry contains; of a longer one the end. */
const MAX_TRANSCRIPT_LENGTH = 3000

/** Formats the conversation for an enquiry: what the visitor asked, and what was answered. */
export function formatTranscript(messages: ChatMessage[]): string {
  const lines = messages.flatMap(({ text, isUser, items = [] }) => [
    `${isUser ? 'I asked' : 'Answer'}: ${text.replace(/\s+/g, ' ')}`,
    ...items.map(({ name }) => `Shown: ${name}`),
  ])
  while (lines.join('\n').length > MAX_TRANSCRIPT_LENGTH) lines.shift()
  return ['From the chat on your website:', ...lines].join('\n')
}

/** A question with fewer words, such as 'and for CL 40?', needs the one before it. */
const MIN_WORDS_OF_QUESTION = 5
const ASKS_FOR_PERSON = /\b(?:speak|talk|person|somebody|someone|human)\b/i

/**
 * Formats what an enquiry takes over from the conversation: the last question of the visitor, and the one before if the last
 * is short or asks for a person. Returns '' without questions.
 */
export function formatQuestions(messages: ChatMessage[]): string {
  const questions = messages
    .filter(({ isUser, text }) => isUser && !isContact(text))
    .map(({ text }) => text.replace(/\s+/g, ' ').trim())
  const last = questions.at(-1) ?? ''
  const isComplete = !isShort(last) && !asksForContact(last) && !ASKS_FOR_PERSON.test(last)
  return [...new Set(questions.slice(isComplete ? -1 : -2))]
    .map((question) => `I asked in the chat: ${question}`)
    .join('\n')
}

const isShort = (text: string) => text.trim().split(/\s+/).length < MIN_WORDS_OF_QUESTION

/** Whether a message is little more than a telephone number or email address: 'my number is 98430 12345'. */
const isContact = (text: string) => findContacts(text).length > 0 && isShort(withoutContacts(text))

/** Adds a text to the message of the contact form. What the visitor has typed or edited stays; `earlier` texts are replaced. */
export function addToText(message: string, text: string, earlier: string[]): string {
  const typed = message.split('\n\n').filter((paragraph) => !earlier.includes(paragraph.trim()))
  return [typed.join('\n\n').trimEnd(), text].filter((part) => part.trim()).join('\n\n')
}
