import { type RefObject, useState, useSyncExternalStore } from 'react'
import {
  listFields,
  rememberSender,
  restoreFields,
  saveFields,
  senderDetails,
} from '#web/site/enquiry/enquiry-draft.ts'
import { UndoBar } from '#web/site/enquiry/enquiry-lines.tsx'
import { Button } from '#web/ui/button.tsx'

/** Says that this device remembers the sender of the last enquiry, and lets people who share the device remove that. */
export function SenderDetails({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const details = useSyncExternalStore(senderDetails.subscribe, senderDetails.get)
  const [forgotten, setForgotten] = useState<Record<string, string>>()
  const forget = () => {
    setForgotten(details)
    rememberSender({})
    if (!form.current) return
    for (const field of listFields(form.current)) if (field.value === details[field.name]) field.value = ''
    saveFields(form.current)
  }
  const undo = () => {
    rememberSender(forgotten ?? {})
    setForgotten(undefined)
    if (form.current && !form.current.hidden) restoreFields(form.current)
  }
  if (Object.keys(details).length > 0)
    return (
      <p className="mt-4 text-muted text-sm">
        This device remembers your contact details for your next enquiry.{' '}
        <Button variant="link" size="sm" onClick={forget}>
          Forget my details
        </Button>
      </p>
    )
  return forgotten && <UndoBar onUndo={undo}>You removed your details from this device.</UndoBar>
}
