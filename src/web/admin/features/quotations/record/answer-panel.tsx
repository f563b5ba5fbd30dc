import { type FormEvent, useRef, useState } from 'react'
import { formatDateTime } from '#contracts/format.ts'
import type { QuotationEvent } from '#contracts/quotation/record.ts'
import { readWork, writeWork } from '#web/admin/session/local-work.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField, TextArea } from '#web/ui/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useQuotation, useQuotationState } from '../editor/fields.tsx'
import { answerQuestion } from '../requests.ts'
import { useHasMailServer } from '../use-has-mail-server.ts'

/** Returns the questions that came after the last answer or were not marked as done, the oldest first. */
export function listOpenQuestions(events: readonly QuotationEvent[]): QuotationEvent[] {
  const lastAnswer = events.findIndex(({ kind }) => kind === 'answered' || kind === 'handled')
  const later = lastAnswer === -1 ? events : events.slice(0, lastAnswer)
  return later.filter(({ kind }) => kind === 'question').toReversed()
}

/** An answer that is not sent yet stays on this device. */
const toKey = (id: string) => `answer:${id}`

/** The open questions of the customer, with the field for the answer. */
export function AnswerPanel({ id, questions }: { id: string; questions: QuotationEvent[] }) {
  const editor = useQuotation()
  const hasAddress = useQuotationState(({ stored }) => Boolean(stored?.buyer?.email))
  const canEmail = useHasMailServer() && hasAddress
  const [text, setText] = useState(() => readWork(toKey(id)) ?? '')
  const requestKeyRef = useRef(crypto.randomUUID())
  const change = (next: string) => {
    setText(next)
    requestKeyRef.current = crypto.randomUUID()
    writeWork(toKey(id), next || undefined)
  }
  const [sendEmail, setSendEmail] = useState(true)
  const [errorMessage, setErrorMessage] = useState<string>()
  const send = useGuardedMutation({
    mutationFn: () =>
      answerQuestion(id, {
        text: text.trim(),
        sendEmail: sendEmail && canEmail,
        requestKey: requestKeyRef.current,
      }),
    onSuccess: (quotation) => {
      change('')
      editor.mergeStored(quotation)
      showToast({
        title: 'Answer saved',
        description: 'The customer can read it on the page of the quotation.',
      })
    },
    onError: (error) => setErrorMessage(error.message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setErrorMessage(undefined)
    send.send()
  }
  return (
    <Panel title={questions.length === 1 ? 'Question of the customer' : 'Questions of the customer'}>
      {questions.map((question) => (
        <blockquote key={question.id} className="mb-3 border-link border-l-3 pl-3">
          <p className="wrap-anywhere whitespace-pre-line">{question.text}</p>
          <p className="text-muted text-sm">
            {[question.by, formatDateTime(question.at)].filter(Boolean).join(', ')}
          </p>
        </blockquote>
      ))}
      <form onSubmit={submit} className="grid gap-3">
        <TextArea
          label="Answer"
          hint="The customer reads it on the page of the quotation."
          required
          maxLength={5000}
          rows={4}
          value={text}
          error={errorMessage}
          onChange={({ target }) => change(target.value)}
        />
        {canEmail && (
          <CheckboxField
            label="Send it by email too"
            checked={sendEmail}
            onChange={({ target }) => setSendEmail(target.checked)}
          />
        )}
        <Button type="submit" variant="secondary" className="justify-self-start" disabled={send.isPending}>
          {send.isPending ? 'Sending...' : 'Send answer'}
        </Button>
      </form>
    </Panel>
  )
}
