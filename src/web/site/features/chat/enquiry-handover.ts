import {
  addTranscript,
  type ChatMessage,
  formatTranscript,
  type TypedContact,
} from '#contracts/enquiry/chat.ts'

/** The draft of the contact form on this device, which fills its empty fields. */
const DRAFT_KEY = 'enquiryDraft'
const HANDED_OVER_KEY = 'chatHandedOver'
const POLL_INTERVAL_MS = 100
const MAX_POLLS = 100

/**
 * Puts the conversation, and a telephone number or email address that the visitor has chosen, into the contact form once the
 * page shows it. What the visitor has typed there stays.
 */
export function handOver(messages: ChatMessage[], contact?: TypedContact): void {
  let polls = 0
  const timer = setInterval(() => {
    const form = document.querySelector<HTMLFormElement>('#contact form')
    if (!form && ++polls < MAX_POLLS) return
    clearInterval(timer)
    if (form) fillForm(form, messages, contact)
  }, POLL_INTERVAL_MS)
}

function fillForm(form: HTMLFormElement, messages: ChatMessage[], contact: TypedContact | undefined): void {
  const transcript = formatTranscript(messages)
  const previous = readStorage(sessionStorage, HANDED_OVER_KEY)
  setField(form, 'message', (text) => addTranscript(text, transcript, previous ?? undefined))
  if (contact) setField(form, contact.field, (text) => text || contact.value)
  form.querySelector<HTMLElement>('input:invalid, textarea:invalid')?.focus({ preventScroll: true })
  try {
    sessionStorage.setItem(HANDED_OVER_KEY, transcript)
  } catch {
    // Without storage a later conversation is added to this one.
  }
}

/** Changes a field as typing does, so that the form notices. A field that is still empty has the value of the draft. */
function setField(form: HTMLFormElement, name: string, change: (text: string) => string): void {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  field.value = change(field.value || readDraftField(name))
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function readDraftField(name: string): string {
  try {
    const draft = JSON.parse(readStorage(localStorage, DRAFT_KEY) ?? 'null') as {
      fields?: Record<string, unknown>
    } | null
    const text = draft?.fields?.[name]
    return typeof text === 'string' ? text : ''
  } catch {
    return ''
  }
}

function readStorage(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}
