import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Kind } from '#contracts/item.ts'
import type { Item } from '#contracts/item-reader.ts'
import { type ApiError, statusOf } from '../../../lib/api.ts'
import { useSend } from '../../../lib/use-send.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { type FormValue, foreignChanges, merged, requiredRows, toFormValue } from './form-value.ts'
import type { OnSent, Stored } from './item-request.ts'
import { oneItemQuery } from './queries.ts'
import type { ItemFormState } from './use-item-form.ts'

interface ItemSaveOptions {
  kind: Kind
  item: Item | undefined
  form: ItemFormState
  send: (value: FormValue, stored: Stored | undefined, onSent: OnSent) => Promise<void>
  onSaved: () => unknown
  /** Resolves when the failure has been read. */
  onFailed: (error: Error) => Promise<void> | void
}

interface Clash {
  message: string
  theirs: { base: FormValue; revision: number }
}

/** Saves a form: progress of its pictures, advice when the network fails, and the choice when somebody else was faster. */
export function useItemSave({ kind, item, form, send, onSaved, onFailed }: ItemSaveOptions) {
  const client = useQueryClient()
  const [sent, setSent] = useState<ReadonlyMap<string, number>>()
  const [advice, setAdvice] = useState<string>()
  const [clash, setClash] = useState<Clash>()

  const readTheirs = async (error: ApiError) => {
    const theirs = await client.fetchQuery(oneItemQuery(kind, item?.id ?? ''))
    const base = toFormValue(kind, theirs, requiredRows(kind))
    setClash({ message: error.message, theirs: { base, revision: theirs.revision } })
  }
  const save = useSend<void, { value: FormValue; stored: Stored | undefined }>({
    mutationFn: ({ value, stored }) => send(value, stored, setSent),
    onSuccess: async () => {
      await form.saved()
      await onSaved()
    },
    onError: async (error) => {
      setSent(undefined)
      if ((error as ApiError).type === 'changed-meanwhile')
        return readTheirs(error as ApiError).catch(onFailed)
      if ((statusOf(error) ?? statusOf(error.cause)) === undefined) setAdvice(NOT_SENT)
      await onFailed(error)
    },
  })
  const start = (value: FormValue, base: FormValue, revision: number) => {
    setAdvice(undefined)
    setClash(undefined)
    save.send({ value, stored: item && { id: item.id, base, revision } })
  }
  const keepMine = ({ theirs }: Clash) => {
    const value = merged(form.base, theirs.base, form.value)
    form.rebase(theirs, value)
    start(value, theirs.base, theirs.revision)
  }
  const conflict: ReactNode = clash && (
    <ConflictDialog
      message={clash.message}
      changes={foreignChanges(form.base, clash.theirs.base, form.value)}
      onKeepMine={() => keepMine(clash)}
      onTakeTheirs={() => {
        form.rebase(clash.theirs)
        setClash(undefined)
      }}
      onClose={() => setClash(undefined)}
    />
  )
  return {
    send: () => start(form.value, form.base, form.revision),
    isPending: save.isPending,
    sent: save.isPending ? sent : undefined,
    advice,
    conflict,
  }
}

const NOT_SENT =
  'Nothing was stored, and everything you entered is still here. Check the connection and save again.'
