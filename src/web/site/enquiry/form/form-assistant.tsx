import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { suggestEmail } from '#contracts/enquiry/contact-details.ts'
import { ENQUIRY_LIMITS, FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { addUnavailable } from '#contracts/enquiry/line-text.ts'
import { t } from '#messages/messages.ts'
import { ApiError } from '#web/lib/api/api.ts'
import {
  clearDraft,
  getDraft,
  getFields,
  listFields,
  rememberSender,
  restoreFields,
  saveFields,
  updateDraft,
} from '#web/site/enquiry/enquiry-draft.ts'
import { limitQuantity } from '#web/site/enquiry/limit-quantity.ts'
import { rememberEnquiry } from '#web/site/enquiry/sent-enquiries.tsx'
import { getEnquiryList } from '#web/site/items/remembered/enquiry-list.ts'
import { summariesQuery } from '#web/site/queries/discovery-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { collectFileIds, takeFileNames } from './attachments.ts'
import { AttachmentsField } from './attachments-field.tsx'
import { checkField, getCounter, getProposal } from './check-field.ts'
import { type FieldNote, type FieldNotes, type FormAssistant, NONE_UNAVAILABLE } from './enquiry-form.ts'

export { SentEnquiries } from '#web/site/enquiry/sent-enquiries.tsx'
export { Confirmation } from './confirmation.tsx'
export { EnquiryItems } from './enquiry-items.tsx'
export { SenderDetails } from './sender-details.tsx'

interface FormAssistantProps {
  form: RefObject<HTMLFormElement | null>
  /** Set while this is mounted. */
  assistant: RefObject<FormAssistant | null>
  notes: FieldNotes
  setNotes: (change: (before: FieldNotes) => FieldNotes) => void
}

/**
 * The part of the contact form that is loaded when the form comes near: the draft on this device, the checks of the fields,
 * company and files.
 */
export default function FormAssistantView(props: FormAssistantProps) {
  const { form, assistant, notes, setNotes } = props
  const client = useQueryClient()
  const [hasCompany, setHasCompany] = useState(isCompanyKnown)
  const unavailable = useRef(NONE_UNAVAILABLE)
  const setNote = (name: string, note: FieldNote) => setNotes((before) => ({ ...before, [name]: note }))

  /**
   * Moves items that are no longer available from the lines into the message: the server refuses unknown ones. Without a
   * response all are sent.
   */
  const prepareLines = async (message: string) => {
    const lines = getEnquiryList()
    unavailable.current = NONE_UNAVAILABLE
    if (lines.length === 0) return {}
    const query = { ...summariesQuery(lines.map(({ item }) => item)), staleTime: 0 }
    const items = await client.fetchQuery(query).catch(() => undefined)
    const available = lines.filter(({ item }) => !items || items.some(({ id }) => id === item))
    const others = lines.filter((line) => !available.includes(line))
    const extended = addUnavailable(message, others)
    unavailable.current = { names: others.map(({ name }) => name), omitted: extended.omitted }
    if (available.length > ENQUIRY_LIMITS.lines)
      throw new ApiError(
        400,
        t('An enquiry can have at most {limit} items.', { limit: ENQUIRY_LIMITS.lines }),
      )
    return {
      item: available[0]?.item,
      lines: available.map((line) => ({ ...line, quantity: limitQuantity(line.quantity) })),
      message: extended.message,
    }
  }
  /** Checks a field that was left or is being corrected; an empty one is not reported before sending. */
  const check = (field: FormField, isTyping: boolean) => {
    const { name, value } = field
    const isBlank = value.trim() === ''
    if (isBlank && !isTyping) return
    const error = isBlank ? undefined : checkField(name, value)
    if (name === 'message') return setNote(name, error ? { error } : { hint: getCounter(value) })
    if (isTyping && error && notes[name]?.error === undefined) return
    setNote(name, isTyping ? { error: error && notes[name]?.error } : { error, hint: propose(field) })
  }
  const propose = (field: FormField): FieldNote['hint'] => {
    const meant = field.name === 'email' ? suggestEmail(field.value) : undefined
    if (!meant) return getProposal(field.name, field.value)
    const accept = () => {
      field.value = meant
      field.focus()
      setNote(field.name, {})
      if (form.current) saveFields(form.current)
    }
    return <SuggestionButton meant={meant} onAccept={accept} />
  }
  const handleInput = useEffectEvent((field: FormField) => {
    if (form.current) saveFields(form.current)
    check(field, true)
  })
  const handleLeave = useEffectEvent((field: FormField) => check(field, false))
  const validate = useEffectEvent(() => {
    if (!form.current) return true
    const results = listFields(form.current).map((field) => {
      const error = checkField(field.name, field.value, field.required)
      return { field, error, note: { error, hint: propose(field) } }
    })
    setNotes(() => Object.fromEntries(results.map(({ field, note }) => [field.name, note])))
    const wrong = results.find(({ error }) => error)
    wrong?.field.focus()
    return !wrong
  })
  const prepare = useEffectEvent(async (message: string) => {
    const { requestKey = createRequestKey() } = getDraft()
    updateDraft({ requestKey })
    const [attachments, lines] = await Promise.all([collectFileIds(), prepareLines(message)])
    return { ...lines, ...(attachments.length > 0 && { attachments }), requestKey }
  })
  const finish = useEffectEvent((...[sent, fields]: Parameters<FormAssistant['finish']>) => {
    rememberEnquiry(sent)
    rememberSender(fields)
    const files = takeFileNames()
    clearDraft()
    // A reset would restore what the address has proposed.
    if (form.current) for (const field of listFields(form.current)) field.value = ''
    setNotes(() => ({}))
    setHasCompany(false)
    return { files, unavailable: unavailable.current }
  })
  const restore = useEffectEvent(() => {
    if (form.current) restoreFields(form.current)
    if (isCompanyKnown()) setHasCompany(true)
  })
  useEffect(() => {
    const element = form.current
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    const listen = (event: 'input' | 'focusout', handle: (field: FormField) => void) =>
      element.addEventListener(
        event,
        ({ target }) => {
          const field = listFields(element).find((other) => other === target)
          if (field) handle(field)
        },
        { signal },
      )
    restoreFields(element)
    const message = listFields(element).find(({ name }) => name === 'message')
    if (message) handleInput(message)
    listen('input', (field) => handleInput(field))
    const whenReleased = createReleaseQueue(signal)
    listen('focusout', (field) => whenReleased(() => handleLeave(field)))
    // The checks below replace those of the browser, which reject some valid addresses.
    element.noValidate = true
    assistant.current = {
      validate: () => validate(),
      prepare: (message) => prepare(message),
      finish: (sent, fields) => finish(sent, fields),
      restore: () => restore(),
    }
    return () => {
      controller.abort()
      element.noValidate = false
      assistant.current = null
    }
  }, [form, assistant])
  return (
    <>
      {hasCompany ? (
        <CompanyFields gstin={notes.gstin} />
      ) : (
        <Button
          variant="link"
          className="justify-self-start sm:col-span-2"
          onClick={() => {
            setHasCompany(true)
            // React renders the fields after this.
            setTimeout(() => form.current?.querySelector<HTMLInputElement>('[name=company]')?.focus())
          }}
        >
          {t('Add company details')}
        </Button>
      )}
      <AttachmentsField form={form} />
    </>
  )
}

/** Time for the click that follows the release of the pointer. */
const CLICK_MS = 50

/**
 * Returns a function that runs a task at once, or if the pointer is pressed, after its release: a message that appears
 * meanwhile would move the button that is being clicked away from the pointer.
 */
function createReleaseQueue(signal: AbortSignal): (task: () => void) => void {
  let isPressed = false
  let tasks: (() => void)[] = []
  const release = () => {
    isPressed = false
    for (const task of tasks) setTimeout(task, CLICK_MS)
    tasks = []
  }
  addEventListener('pointerdown', () => (isPressed = true), { capture: true, signal })
  addEventListener('pointerup', release, { capture: true, signal })
  addEventListener('pointercancel', release, { capture: true, signal })
  return (task) => (isPressed ? void tasks.push(task) : task())
}

type FormField = ReturnType<typeof listFields>[number]

const isCompanyKnown = () => ['company', 'gstin', 'place'].some((name) => getFields()[name])

function SuggestionButton({ meant, onAccept }: { meant: string; onAccept: () => void }) {
  return (
    <button
      type="button"
      onClick={onAccept}
      className="min-h-6 text-left text-link underline underline-offset-4 hover:decoration-2"
    >
      {t('Did you mean {address}?', { address: meant })}
    </button>
  )
}

function CompanyFields({ gstin }: { gstin: FieldNote | undefined }) {
  const fields = getFields()
  return (
    <>
      <TextField
        label={t('Company (optional)')}
        name="company"
        autoComplete="organization"
        maxLength={FORM_LIMITS.companyLength}
        defaultValue={fields.company}
      />
      <TextField label={t('GSTIN (optional)')} name="gstin" defaultValue={fields.gstin} {...gstin} />
      <TextField
        label={t('Place (optional)')}
        name="place"
        autoComplete="address-level2"
        maxLength={FORM_LIMITS.companyLength}
        defaultValue={fields.place}
        className="sm:col-span-2"
      />
    </>
  )
}

/** Returns 128 random bits in hexadecimal. Unlike crypto.randomUUID it works on plain HTTP too. */
const createRequestKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join(
    '',
  )
