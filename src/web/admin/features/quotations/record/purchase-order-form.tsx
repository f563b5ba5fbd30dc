import { type FormEvent, useState } from 'react'
import type { Acceptance } from '#contracts/quotation/record.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useQuotation } from '../editor/fields.tsx'
import { addPurchaseOrder } from '../requests.ts'

/** What the customer did not send with the acceptance: the number or the file of the purchase order. */
export function PurchaseOrderForm({ id, acceptance }: { id: string; acceptance: Acceptance }) {
  const editor = useQuotation()
  const [number, setNumber] = useState('')
  const [file, setFile] = useState<File>()
  const [errorMessage, setErrorMessage] = useState<string>()
  const add = useGuardedMutation({
    mutationFn: () => addPurchaseOrder(id, { purchaseOrder: number.trim(), file }),
    onSuccess: (quotation) => {
      setNumber('')
      setFile(undefined)
      editor.mergeStored(quotation)
      showToast({ title: 'Purchase order added' })
    },
    onError: (error) => setErrorMessage(error.message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setErrorMessage(undefined)
    add.send()
  }
  return (
    <form onSubmit={submit} className="mt-4 grid gap-3 border-line border-t pt-3">
      {!acceptance.purchaseOrder && (
        <TextField
          label="Number of the purchase order"
          autoComplete="off"
          maxLength={100}
          value={number}
          onChange={({ target }) => setNumber(target.value)}
        />
      )}
      {!acceptance.file && (
        <TextField
          label="File of the purchase order"
          type="file"
          onChange={({ target }) => setFile(target.files?.[0])}
        />
      )}
      {errorMessage && (
        <p role="alert" className="text-danger">
          {errorMessage}
        </p>
      )}
      <Button type="submit" variant="outline" className="justify-self-start" disabled={add.isPending}>
        {add.isPending ? 'Adding...' : 'Add purchase order'}
      </Button>
    </form>
  )
}
