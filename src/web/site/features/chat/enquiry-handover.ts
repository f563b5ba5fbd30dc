import { addToText, type ChatMessage, formatQuestions, type TypedContact } from '#contracts/enquiry/chat.ts'
import { SEARCHED } from '#contracts/enquiry/line-text.ts'
import { toPagePath } from '#contracts/language-path.ts'
import { getDraft, getFields } from '#web/site/enquiry/enquiry-draft.ts'

const HANDED_OVER_KEY = 'chatHandedOver'
const POLL_INTERVAL_MS = 100
const MAX_POLLS = 100

/**
 * Puts the last question, and a telephone number or email address that the visitor has chosen, into the contact form once the
 * page shows it. What the visitor has typed there stays; an earlier question, and a search that found nothing, are
 * replaced unless they were edited.
 */
export function handOver(messages: ChatMessage[], contact?: TypedContact): void {
  let polls = 0
  const timer = setInterval(() => {
    // Pages of staff can have the form, too, and stay until the code of the home page is loaded.
    const isLanding = toPagePath(location.pathname) === '/'
    const form = isLanding && document.querySelector<HTMLFormElement>('#contact form')
    if (!form && ++polls < MAX_POLLS) return
    clearInterval(timer)
    if (form) fillForm(form, messages, contact)
  }, POLL_INTERVAL_MS)
}

function fillForm(form: HTMLFormElement, messages: ChatMessage[], contact: TypedContact | undefined): void {
  const questions = formatQuestions(messages)
  const { added = '' } = getDraft()
  const earlier = [readHandedOver(), added.startsWith(SEARCHED) ? added : '']
  if (questions) setField(form, 'message', (text) => addToText(text, questions, earlier.filter(Boolean)))
  if (contact) setField(form, contact.field, (text) => text || contact.value)
  // A form that was closed after sending opens at any input; React shows it after this.
  form.dispatchEvent(new Event('input', { bubbles: true }))
  setTimeout(() =>
    form.querySelector<HTMLElement>('input:invalid, textarea:invalid')?.focus({ preventScroll: true }),
  )
  try {
    sessionStorage.setItem(HANDED_OVER_KEY, questions)
  } catch {
    // Without storage a later question is added to this one.
  }
}

/** Changes a field as typing does, so that the form notices. A field that is still empty has the value of the draft. */
function setField(form: HTMLFormElement, name: string, change: (text: string) => string): void {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  field.value = change(field.value || (getFields()[name] ?? ''))
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function readHandedOver(): string {
  try {
    return sessionStorage.getItem(HANDED_OVER_KEY) ?? ''
  } catch {
    return ''
  }
}
