import { expect, test } from 'vitest'
import { getChatReply } from './chat.ts'
import { DEFAULT_SITE_CONTENT } from './site-content.ts'

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
])("[CHAT-5, CHAT-6] The chat's reply to '%s' covers every topic mentioned", (question, parts) => {
  for (const part of parts) expect(reply(question)).toContain(part)
})

test.each(['Good morning', 'Can I see the inspection sheet?'])(
  "[CHAT-5] The chat replies to '%s', which mentions no topic, with the list of topics",
  (question) => {
    expect(reply(question)).toMatch(/^I can tell you about prices/)
  },
)

test('[CHAT-5] A whole word takes precedence over the beginning of a word', () => {
  expect(reply('special parts')).not.toContain('table of specifications')
})
