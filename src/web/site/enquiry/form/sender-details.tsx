import { type RefObject, useState, useSyncExternalStore } from 'react'
import { t } from '#messages/messages.ts'
import {
  listFields,
  rememberSender,
  restoreFields,
  saveFields,
  senderDetails,
} from '#web/site/enquiry/enquiry-draft.ts'
import { UndoBar } from '#web/site/enquiry/enquiry-lines.tsx'
import { Button } from '#web/ui/button.tsx'
import type { FieldNotes } from './enquiry-form.ts'

interface SenderDetailsProps {
  form: RefObject<HTMLFormElement | null>
  setNotes: (change: (before: FieldNotes) => FieldNotes) => void
}

/**
 * Says that this device will remember the sender of an enquiry, and afterwards that it does, and lets people who share the device
 * remove that.
 */
export function SenderDetails({ form, setNotes }: SenderDetailsProps) {
  const details = useSyncExternalStore(senderDetails.subscribe, senderDetails.get)
  const [forgotten, setForgotten] = useState<Record<string, string>>()
  const forget = () => {
    setForgotten(details)
    rememberSender({})
    if (!form.current) return
    const cleared = listFields(form.current).filter(({ name, value }) => value === details[name])
    for (const field of cleared) field.value = ''
    saveFields(form.current)
    // 'Did you mean ...?' would show what was removed.
    setNotes((before) => ({ ...before, ...Object.fromEntries(cleared.map(({ name }) => [name, {}])) }))
  }
  const undo = () => {
    rememberSender(forgotten ?? {})
    setForgotten(undefined)
    if (form.current) restoreFields(form.current)
  }
  if (Object.keys(details).length > 0)
    return (
      <p className="mt-4 text-muted text-sm">
        {t('This device remembers your contact details for your next enquiry.')}{' '}
        <Button variant="link" size="sm" onClick={forget}>
          {t('Forget my details')}
        </Button>
      </p>
    )
  if (forgotten) return <UndoBar onUndo={undo}>{t('You removed your details from this device.')}</UndoBar>
  return (
    <p className="mt-4 text-muted text-sm">
      {t(
        'This device keeps what you type until you send it, and then your contact details for your next enquiry, until you choose ‘Forget my details’ here.',
      )}
    </p>
  )
}
