import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { CONTACT_FORM_ACTION, SERVICE_OPTIONS } from '#contracts/catalogue/service-options.ts'
import type { EnquiryReply } from '#contracts/enquiry/enquiry.ts'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { t } from '#messages/messages.ts'
import { browserApi, isClientError, send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { LazyComponent } from '#web/lib/navigation/lazy-component.tsx'
import { useSearchParams } from '#web/lib/navigation/navigation.tsx'
import { showToast } from '#web/lib/toast.ts'
import { watchVisibility } from '#web/lib/watch-visibility.ts'
import { getEnquiryList, updateEnquiryList, useEnquiryList } from '#web/site/items/remembered/enquiry-list.ts'
import { Button } from '#web/ui/button.tsx'
import { HoneypotField, Select, TextArea, TextField } from '#web/ui/field.tsx'
import { PrivacyLine } from '../privacy-line.tsx'
import type { FieldNotes, FormAssistant, SentEnquiry } from './enquiry-form.ts'
import { NoScriptFields, NoScriptResult, useRequestedItems } from './no-script-fields.tsx'

const loadAssistant = () => import('./form-assistant.tsx')
const loadItems = () => loadAssistant().then(({ EnquiryItems }) => ({ default: EnquiryItems }))
const loadSent = () => loadAssistant().then(({ SentEnquiries }) => ({ default: SentEnquiries }))
const loadDetails = () => loadAssistant().then(({ SenderDetails }) => ({ default: SenderDetails }))
const loadConfirmation = () => loadAssistant().then(({ Confirmation }) => ({ default: Confirmation }))

/** As high as the assistant, so that nothing below moves when it is loaded. */
const AssistantSpace = () => (
  <div className="js-only grid h-55 content-end gap-1.5 sm:col-span-2 sm:h-42">
    <p className="font-head font-medium text-label tracking-label">{t('Drawings and files (optional)')}</p>
    <div className="h-20 border border-line-strong border-dashed" />
  </div>
)

/**
 * The contact form. It is cleared only after success; a repeated request has the same key and is stored once (decision 0012).
 * Drafts, checks, items, files, the confirmation and earlier enquiries are loaded when the form comes near (decision 0156); it
 * works without.
 * After success it is empty, and the confirmation stands above it; the next message or item brings the sender back.
 */
export function ContactForm() {
  const form = useRef<HTMLFormElement>(null)
  const assistant = useRef<FormAssistant>(null)
  const isNear = useIsNear(form)
  const params = useSearchParams()
  const listed = useEnquiryList() ?? []
  const hasItems = useRequestedItems(params).length + listed.length > 0
  const [notes, setNotes] = useState<FieldNotes>({})
  const [failure, setFailure] = useState('')
  const [sent, setSent] = useState<SentEnquiry>()
  const begins = sent !== undefined && listed.length > 0
  useEffect(() => {
    if (begins) assistant.current?.restore()
  }, [begins])
  const enquiry = useGuardedMutation({
    mutationFn: async (fields: Record<string, unknown>) => {
      const lines = getEnquiryList()
      const message = String(fields.message)
      const body = { ...fields, item: lines[0]?.item, lines, ...(await assistant.current?.prepare(message)) }
      return { ...(await send<EnquiryReply>(browserApi, 'POST', '/api/enquiries', body)), message, lines }
    },
    onSuccess: (result, fields) => {
      form.current?.reset()
      updateEnquiryList(() => [])
      setSent({ ...result, ...assistant.current?.finish(result, fields) })
      showToast({ title: t('Thank you for your inquiry!'), description: t('We will get back to you soon.') })
    },
    onError: (error) => {
      const description = isClientError(error)
        ? error.message
        : t('Your message is still in the form. Try again, or call us.')
      setFailure(description)
      showToast({ variant: 'destructive', title: t('Your enquiry was not sent'), description })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (assistant.current?.validate() === false) return
    setFailure('')
    enquiry.send(Object.fromEntries(new FormData(event.currentTarget)))
  }
  return (
    <>
      {isNear && <LazyComponent load={loadSent} props={{}} />}
      {sent && (
        <LazyComponent
          key={sent.reference}
          load={loadConfirmation}
          props={{ sent }}
          fallback={<p role="status">{t('Reference number: {reference}', { reference: sent.reference })}</p>}
        />
      )}
      <form
        ref={form}
        method="post"
        action={CONTACT_FORM_ACTION}
        onSubmit={submit}
        // Before the assistant stores that the other fields are empty.
        onInputCapture={({ target }) => {
          if (sent && (target as HTMLTextAreaElement).name === 'message') assistant.current?.restore()
        }}
        className="grid grid-cols-1 gap-5 sm:grid-cols-2"
      >
        <NoScriptResult params={params} />
        {isNear && <LazyComponent load={loadItems} props={{}} />}
        <div className="grid grid-cols-2 gap-4 sm:contents">
          <TextField
            label={t('First name')}
            name="firstName"
            autoComplete="given-name"
            required
            maxLength={FORM_LIMITS.nameLength}
            {...notes.firstName}
          />
          <TextField
            label={t('Last name')}
            name="lastName"
            autoComplete="family-name"
            required
            maxLength={FORM_LIMITS.nameLength}
            {...notes.lastName}
          />
        </div>
        <TextField
          label={t('Email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={FORM_LIMITS.emailLength}
          {...notes.email}
        />
        <TextField
          label={t('Phone')}
          name="phone"
          type="tel"
          autoComplete="tel"
          required
          maxLength={FORM_LIMITS.phoneLength}
          {...notes.phone}
        />
        <Select label={t('Service (optional)')} name="service" defaultValue="" className="sm:col-span-2">
          <option value="">{t('Choose a service')}</option>
          {SERVICE_OPTIONS.map(({ value, label }) => (
            <option key={value} value={value}>
              {t(label)}
            </option>
          ))}
        </Select>
        <TextArea
          label={hasItems ? t('Message (optional)') : t('Message')}
          name="message"
          required={!hasItems}
          defaultValue={params.get('message') ?? ''}
          className="sm:col-span-2"
          {...notes.message}
        />
        {isNear ? (
          <LazyComponent
            load={loadAssistant}
            props={{ form, assistant, notes, setNotes }}
            fallback={<AssistantSpace />}
          />
        ) : (
          <AssistantSpace />
        )}
        <noscript className="sm:col-span-2">{import.meta.env.SSR && <NoScriptFields />}</noscript>
        <HoneypotField />
        {failure && (
          <p role="alert" className="border-danger border-l-3 bg-danger-soft p-4 sm:col-span-2">
            {`${t('Your enquiry was not sent.')} ${failure}`}
          </p>
        )}
        <div className="sm:col-span-2">
          <PrivacyLine />
          <Button type="submit" size="lg" aria-disabled={enquiry.isPending}>
            {t('Send enquiry')}
          </Button>
        </div>
      </form>
      {isNear && <LazyComponent load={loadDetails} props={{ form, setNotes }} />}
    </>
  )
}

/** Whether the element has been less than the height of the window away from it. */
function useIsNear(element: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => watchVisibility(element.current!, () => setIsNear(true), '100%'), [element])
  return isNear
}
