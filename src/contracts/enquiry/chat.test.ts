import { expect, test } from 'vitest'
import type { Specifications } from '../item/item.ts'
import { DEFAULT_SITE_CONTENT } from '../site-content/default-site-content.ts'
import {
  addToText,
  asksForContact,
  describesFault,
  FIVE_AXES,
  findAskedSpecifications,
  findContacts,
  formatQuestions,
  formatTranscript,
  getChatReply,
  getContactReply,
  getHoursReply,
  getItemQuery,
  getRemarkReply,
  getSafetyReply,
  hasSize,
  listCompared,
  nameColletSize,
  withoutContacts,
} from './chat.ts'

const reply = (question: string) => getChatReply(question, DEFAULT_SITE_CONTENT.chat)

test.each([
  ['What is the PRICE of a CL 25?', ['15,00,000', '45,00,000']],
  ['Do you have spare collets?', ['spare parts', '12 months']],
  ['I need parts', ['spare parts']],
  ['yearly maintenance?', ['28,000', '85,000', 'per year']],
  ['Which service do you offer', ['28,000']],
  ['full specs please', ['specifications']],
  ['How long is delivery', ['4-6 weeks for lathes', '6-8 weeks for CNC']],
  ['Do you deliver to Pune?', ['4-6 weeks for lathes']],
  ['training for two operators', ['3-10 days']],
  ['and the warranty?', ['24 months', 'extendable up to 5 years', '12 months']],
  ['price and delivery, please', ['15,00,000', '4-6 weeks for lathes']],
  ['warrantyterms', ['24 months']],
  ['What does it cost?', ['15,00,000']],
  ['When was it delivered, and who is delivering?', ['4-6 weeks for lathes']],
  ['Will you train my operator?', ['3-10 days']],
  ['Is it under guarantee', ['24 months']],
  ['AMC charges?', ['28,000', '85,000', 'per year']],
  ['annual contract', ['28,000', '85,000', 'per year']],
  ['What are the payment terms?', ['Payment terms', 'quotation']],
])("[CHAT-5, CHAT-6] The chat's reply to '%s' covers every topic mentioned", (question, parts) => {
  for (const part of parts) expect(reply(question)).toContain(part)
})

test.each([
  ...['Good morning', 'Can I see the inspection sheet?', 'Any special offer?', 'What is it used for?'],
  'Can you make it like this?',
])("[CHAT-5] The chat replies to '%s', which mentions no topic, with the list of topics", (question) => {
  expect(reply(question)).toMatch(/^I can tell you about prices/)
})

test('[CHAT-5] A whole word takes precedence over the beginning of a word', () => {
  expect(reply('special parts')).not.toContain('table of specifications')
})

test.each([
  ['What is the price of CL 40?', 'CL 40'],
  ['drive belt for CL-40 please', 'drive belt for CL-40'],
  ['KMT-BP-B68', 'KMT-BP-B68'],
  ['How long is delivery?', ''],
  ['price', ''],
  ['delivery time', ''],
  ['how long does training take', ''],
  ['How many days of training are included per machine?', ''],
  ['payment terms', ''],
  ['Do you deliver to Pune?', 'Pune'],
  ['AMC charges for CL 40', 'AMC for CL 40'],
  ['parts for CL 40', 'parts for CL 40'],
  ['warranty for CL 40', 'CL 40'],
  ['discount for 5 nos CL 25', 'CL 25'],
])("Of the question '%s' the chat looks for the items '%s'", (question, expected) => {
  expect(getItemQuery(question)).toBe(expected)
})

test.each([
  ['is gst included', /before GST/],
  ['25mm collet set in stock?', /in stock/],
  ['brochure please', /data sheet as a PDF/],
  ['difference between CL 25 and CL 40', /side by side/],
  ['any used lathe?', /about used machines or hire/],
  ['second hand machine', /about used machines or hire/],
  ['what discount for 5 nos', /quotation states the price/],
  ['Can you make it from my drawing?', /Attach your drawing/],
  ['machine breakdown, production stopped', /call us or write on WhatsApp now/],
  ['waranty of spares', /warranty of 24 months/],
])("The chat replies to '%s' without a promise", (question, expected) => {
  expect(reply(question)).toMatch(expected)
})

const { company: COMPANY } = DEFAULT_SITE_CONTENT
test.each([
  ['where are you located', [COMPANY.address.street, COMPANY.address.city]],
  ['your address and phone number', [COMPANY.address.street, COMPANY.phones[0]!.number]],
])("The chat answers '%s' with what the settings state", (question, parts) => {
  for (const part of parts) expect(getContactReply(question, COMPANY)).toContain(part)
})

test.each(['price of the CL 40', 'call me', 'where do I find parts'])(
  "The question '%s' is not about the address",
  (question) => {
    expect(getContactReply(question, COMPANY)).toBeUndefined()
  },
)

test.each([
  ['tc200 vs tc250 which one is better for castings', ['tc200', 'tc250 better for castings']],
  ['difference between CL 25 and CL 40', ['CL 25', 'CL 40']],
  ['CL 25 and CL 40', []],
  ['compare machines', []],
])("The question '%s' compares %j", (question, expected) => {
  expect(listCompared(question)).toEqual(expected)
})

test('The specifications that a question names come first', () => {
  const specifications: Specifications = [
    ['Swing over bed', '420 mm'],
    ['Bar capacity', '42 mm'],
    ['Spindle', '5,000 rpm, 7.5 kW'],
  ]
  const ask = (question: string) => findAskedSpecifications(question, specifications).map(([label]) => label)
  expect(ask('lathe 42mm bar')[0]).toBe('Bar capacity')
  expect(ask('spindle speed of this machine')[0]).toBe('Spindle')
  expect(ask('price')).toEqual(['Swing over bed', 'Bar capacity', 'Spindle'])
  expect(hasSize('for 42mm')).toBe(true)
  expect(hasSize('CL 42')).toBe(false)
})

test.each([
  ['very bad service, the screw you sent is the wrong size', /We are sorry/],
  ['Nobody answers the phone', /We are sorry/],
  ['hi, are you human or machine?', /automatic helper/],
  ['any vacancy for a CNC operator', /no vacancies/],
  ['status of my enquiry', /^Open the link in our email/],
  ['my order status? PO no 4471', /^Open the link in our email/],
  ['ok thanks bye', /Thank you for writing/],
  ['can I bypass the door limit switch to run', /^Never run a machine/],
  ['Do you buy old machines?', /^This site says nothing about buying/],
])("The chat replies to the remark '%s' without looking for items", (remark, expected) => {
  expect(getRemarkReply(remark)).toMatch(expected)
})

test.each([
  ...['thanks, what is the price of CL 25?', 'price', 'Is this lathe in stock'],
  ...['I want to buy a used lathe', 'Does TC 250 have feed override and emergency stop?'],
  ...['damaged spindle, do you repair it', 'status lamp for VMC 640', 'defective bearing'],
])("'%s' is a question", (question) => {
  expect(getRemarkReply(question)).toBeUndefined()
})

test.each([
  ['how to remove the z axis ball screw of vmc 640', true],
  ['how do I change the collet', true],
  ['price of the ball screw', false],
  ['how soon can you replace it', false],
  ['how can I open the PDF', false],
])("The answer to '%s' begins with what work on a machine requires: %s", (question, expected) => {
  expect(getSafetyReply(question) !== undefined).toBe(expected)
})

test.each([
  ['spindle making noise in my lathe', true],
  ['coolant pump not working', true],
  ['working hours', false],
  ['noise level of TC 250', false],
  ['Have you stopped making CL 25?', false],
])("'%s' describes a fault: %s", (question, expected) => {
  expect(describesFault(question)).toBe(expected)
})

const HOURS = DEFAULT_SITE_CONTENT.company.hours
test.each([
  ...['Are you open on Sunday?', 'are you open now', 'open today?', 'can I come on Sunday to see a machine'],
  ...['Sunday open', 'When do you close?', 'what are your working hours', 'What are your timings?', 'hours'],
  'Hours?',
  'what are your hours on sunday',
  'hours on Saturday',
])("The chat answers '%s' with the business hours", (question) => {
  expect(getHoursReply(question, HOURS)).toBe(
    'Our business hours:\nMonday to Saturday: 9:00 AM to 8:00 PM\nSunday: 10:00 AM to 6:00 PM',
  )
})

test.each([
  ...['timing belt', 'price of open impeller pump', 'How many hours does a service take?'],
  ...['What is your hour rate?', 'How many hours will it take today?'],
  'collet closing force',
])("The chat does not answer '%s' with the business hours", (question) => {
  expect(getHoursReply(question, HOURS)).toBeUndefined()
})

test('Without business hours the chat gives its other replies', () => {
  expect(getHoursReply('are you open now', [])).toBeUndefined()
})

test('A request to be called is recognised', () => {
  expect(asksForContact('Please call me back')).toBe(true)
  expect(asksForContact('collet')).toBe(false)
})

test('A telephone number and an email address are found in a message; a part number is neither', () => {
  expect(findContacts('Call me on 98430 12345 or mail karthik@example.in.')).toEqual([
    { field: 'phone', value: '98430 12345' },
    { field: 'email', value: 'karthik@example.in' },
  ])
  expect(findContacts('+91 98430-12345')).toEqual([{ field: 'phone', value: '+91 98430-12345' }])
  expect(findContacts('KMT-CO-2512, 25 mm, 2500 rpm, 15,00,000')).toEqual([])
  expect(withoutContacts('My number: 98430 12345')).toBe('My number:')
})

test('The conversation is formatted with what was asked and answered', () => {
  const transcript = formatTranscript([
    { id: '1', text: 'price', isUser: true, timestamp: 0 },
    { id: '2', text: 'From 15\nto 45', isUser: false, timestamp: 0, items: [] },
  ])
  expect(transcript).toBe('From the chat on your website:\nI asked: price\nAnswer: From 15 to 45')
})

test.each([
  [['Do you buy old machines?'], 'I asked in the chat: Do you buy old machines?'],
  [
    ['lathe', 'noise from the headstock,\nwhat to do?'],
    'I asked in the chat: noise from the headstock, what to do?',
  ],
  [['belt for TL 52', 'and CL 40?'], 'I asked in the chat: belt for TL 52\nI asked in the chat: and CL 40?'],
  [
    ['a', 'Do you buy old machines?', 'I need to speak to a person', 'my number is 98430 12345'],
    'I asked in the chat: Do you buy old machines?\nI asked in the chat: I need to speak to a person',
  ],
  [['price', 'price'], 'I asked in the chat: price'],
  [['98430 12345'], ''],
])('Of the questions %j an enquiry takes over %j', (questions, text) => {
  const messages = questions.flatMap((question, index) => [
    { id: `q${index}`, text: question, isUser: true, timestamp: 0 },
    { id: `a${index}`, text: 'Answer', isUser: false, timestamp: 0 },
  ])
  expect(formatQuestions(messages)).toBe(text)
})

test('A text is added to the message of the contact form without overwriting what was typed, and replaces earlier texts that were not edited', () => {
  expect(addToText('', 'new', [])).toBe('new')
  expect(addToText('I need a lathe.', 'new', ['old'])).toBe('I need a lathe.\n\nnew')
  expect(addToText('I need a lathe.\n\nold', 'new', ['old'])).toBe('I need a lathe.\n\nnew')
  expect(addToText('searched\n\nold', 'new', ['old', 'searched'])).toBe('new')
  expect(addToText('old And this.', 'new', ['old'])).toBe('old And this.\n\nnew')
  expect(addToText('I need a lathe.', '', [])).toBe('I need a lathe.')
})

test.each([
  ['collet for 16 mm bar', 'collet 16 mm'],
  ['I need collets for a 16mm round rod?', 'I need collets 16mm'],
  ['collet for 16mm bar on CL 25', 'collet for 16mm bar on CL 25'],
  ['bar of 16 mm slips in the collet', 'bar of 16 mm slips in the collet'],
  ['lathe for 16 mm bar', 'lathe for 16 mm bar'],
])("The question '%s' asks for '%s'", (question, named) => expect(nameColletSize(question)).toBe(named))

test.each([
  ['five axis', true],
  ['do you make 5-axis', true],
  ['15 axis', false],
  ['x axis ball screw', false],
])("Whether '%s' asks for five axes: %s", (question, isAsked) =>
  expect(FIVE_AXES.test(question)).toBe(isAsked),
)
