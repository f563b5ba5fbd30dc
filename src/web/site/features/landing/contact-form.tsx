import { X } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { FORM_LIMITS } from '#contracts/form-limits.ts'
import { CONTACT_FORM_ACTION, SERVICE_OPTIONS } from '#contracts/service-options.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { browserApi, isClientError, send } from '../../../lib/api.ts'
import { useSearchParams } from '../../../lib/navigation.tsx'
import { type QuotedItem, setQuotedItem, useQuotedItem } from '../../../lib/quote.ts'
import { showToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { HoneypotField, Select, TextArea, TextField } from '../../../ui/field.tsx'

/** The result of sending the form without JavaScript, from the parameter of the redirect. */
function NoScriptResult() {
  const outcome = useSearchParams().get('enquiry')
  if (outcome === 'sent') {
    return (
      <p role="status" className="border-success border-l-3 bg-success-soft p-4 sm:col-span-2">
        <strong>Thank you for your inquiry!</strong> We will get back to you soon.
      </p>
    )
  }
  if (outcome !== 'refused') return null
  return (
    <p role="alert" className="border-danger border-l-3 bg-danger-soft p-4 sm:col-span-2">
      Could not send your message. Go back one page in your browser, where your message has been kept, and
      check the fields, or call us.
    </p>
  )
}

/** The item of the quote request, which is sent with the enquiry. */
function QuotedItemNotice({ item }: { item: QuotedItem }) {
  return (
    <p className="flex items-center justify-between gap-4 border-dim border-l-3 bg-surface-grey py-1 pr-1 pl-4 sm:col-span-2">
      <span>
        Your inquiry is about <b>{item.name}</b>
      </span>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Do not ask about ${item.name}`}
        data-tooltip="Remove this item"
        onClick={() => setQuotedItem(undefined)}
      >
        <X aria-hidden="true" size={20} />
      </Button>
    </p>
  )
}

/** The contact form. It is cleared only after success; a repeated request has the same key and is stored once (decision 0012). */
export function ContactForm() {
  const form = useRef<HTMLFormElement>(null)
  const requestKey = useRef<string>(undefined)
  const quoted = useQuotedItem()
  const enquiry = useGuardedMutation({
    mutationFn: (fields: Record<string, unknown>) => {
      requestKey.current ??= createRequestKey()
      const body = { ...fields, item: quoted?.id, requestKey: requestKey.current }
      return send(browserApi, 'POST', '/api/enquiries', body)
    },
    onSuccess: () => {
      requestKey.current = undefined
      form.current?.reset()
      setQuotedItem(undefined)
      showToast({ title: 'Thank you for your inquiry!', description: 'We will get back to you soon.' })
    },
    onError: (error) => {
      const description = isClientError(error)
        ? error.message
        : 'Your message has been kept. Please try again or call us.'
      showToast({ variant: 'destructive', title: 'Could not send', description })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    enquiry.send(Object.fromEntries(new FormData(event.currentTarget)))
  }
  return (
    <form
      ref={form}
      method="post"
      action={CONTACT_FORM_ACTION}
      onSubmit={submit}
      className="grid gap-5 sm:grid-cols-2"
    >
      <NoScriptResult />
      {quoted && <QuotedItemNotice item={quoted} />}
      <TextField
        label="First name"
        name="firstName"
        autoComplete="given-name"
        required
        maxLength={FORM_LIMITS.nameLength}
      />
      <TextField
        label="Last name"
        name="lastName"
        autoComplete="family-name"
        required
        maxLength={FORM_LIMITS.nameLength}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={FORM_LIMITS.emailLength}
      />
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        required
        maxLength={FORM_LIMITS.phoneLength}
      />
      <Select label="Service (optional)" name="service" defaultValue="" className="sm:col-span-2">
        <option value="">Choose a service</option>
        {SERVICE_OPTIONS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <TextArea
        label="Message"
        name="message"
        required
        maxLength={FORM_LIMITS.messageLength}
        className="sm:col-span-2"
      />
      <HoneypotField />
      <div className="sm:col-span-2">
        <Button type="submit" size="lg" aria-disabled={enquiry.isPending}>
          Send Inquiry
        </Button>
      </div>
    </form>
  )
}

/** Returns 128 random bits in hexadecimal. Unlike crypto.randomUUID it works on plain HTTP too. */
const createRequestKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join(
    '',
  )
