import { createLocalStorageStore } from '#web/lib/local-storage-store.ts'
import { parseStoredFiles, type StoredFile } from './attachment-rules.ts'

/** The contact form as it was left, stored on this device until it is sent. */
interface EnquiryDraft {
  fields: Record<string, string>
  files: StoredFile[]
  /** The text that a link of the site added to the message last, to tell whether the visitor has edited it. */
  added?: string | undefined
  /** The key of an attempt to send it whose result is unknown (decision 0012). */
  requestKey?: string | undefined
}

const EMPTY: EnquiryDraft = { fields: {}, files: [] }
const draft = createLocalStorageStore<EnquiryDraft>('enquiryDraft', parseDraft)

export const getDraft = draft.get
export const updateDraft = (changes: Partial<EnquiryDraft>): void =>
  draft.update((before) => ({ ...before, ...changes }))
export const clearDraft = (): void => draft.update(() => EMPTY)

/** The fields of the contact form about the sender, which the next enquiry has too. */
const SENDER_FIELDS = ['firstName', 'lastName', 'email', 'phone', 'company', 'gstin', 'place']

/** The sender of the last enquiry from this device; without any if none was sent, or the sender has removed them. */
export const senderDetails = createLocalStorageStore<Record<string, string>>('senderDetails', pickSender)

/** Stores the sender of an enquiry that was sent. */
export const rememberSender = (fields: Record<string, unknown>): void =>
  senderDetails.update(() => pickSender(fields))

/** Returns what the form contains: what was typed or cleared and not sent yet, otherwise the sender of the last enquiry. */
export const getFields = (): Record<string, string> => ({ ...senderDetails.get(), ...getDraft().fields })

/** The fields of the form that are stored: not hidden ones, the one for bots, and those of items and files, which have no name. */
export const listFields = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
      'value' in element &&
      'name' in element &&
      element.name !== '' &&
      element.name !== 'homepage' &&
      element.getAttribute('type') !== 'hidden',
  )

/** Stores what the form contains, and which details of the sender were cleared. */
export function saveFields(form: HTMLFormElement): void {
  const sender = senderDetails.get()
  const fields = listFields(form).filter(({ name, value }) => value !== '' || name in sender)
  updateDraft({ fields: Object.fromEntries(fields.map(({ name, value }) => [name, value])) })
}

/** Fills the fields that are still empty with what is stored. */
export function restoreFields(form: HTMLFormElement): void {
  const fields = getFields()
  for (const field of listFields(form)) field.value ||= fields[field.name] ?? ''
}

/** Adds a text to the message that is stored, unless it contains the text. */
export const addToMessage = (text: string): void =>
  draft.update((before) => {
    const { message = '' } = before.fields
    if (message.includes(text)) return before
    return { ...before, added: text, fields: { ...before.fields, message: `${message}\n\n${text}`.trim() } }
  })

function parseDraft(stored: unknown): EnquiryDraft {
  const { fields, files, added, requestKey } = (stored ?? {}) as Partial<EnquiryDraft>
  if (typeof fields !== 'object') return EMPTY
  return {
    fields: Object.fromEntries(Object.entries(fields ?? {}).filter(([, text]) => typeof text === 'string')),
    files: parseStoredFiles(files),
    ...(typeof added === 'string' && { added }),
    ...(typeof requestKey === 'string' && { requestKey }),
  }
}

function pickSender(fields: unknown): Record<string, string> {
  const values = (fields ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    SENDER_FIELDS.flatMap((name) => {
      const value = values[name]
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    }),
  )
}
