import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Kind } from '#contracts/item/item.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { type ApiError, getErrorStatus } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import type { OnUploadProgress, SavedItem, StoredItem } from '../item-api.ts'
import { itemQuery } from '../queries.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import {
  getMinRows,
  getRemoteChanges,
  type ItemFormValues,
  mergeFormValues,
  toFormValues,
} from './item-form-values.ts'
import type { ItemFormState } from './use-item-form.ts'

interface ItemSaveOptions {
  kind: Kind
  item: Item | undefined
  form: ItemFormState
  send: (
    value: ItemFormValues,
    stored: StoredItem | undefined,
    onProgress: OnUploadProgress,
  ) => Promise<SavedItem>
  onSaved: (saved: SavedItem) => unknown
  /** Resolves once the user has acknowledged the error. */
  onFailed: (error: Error) => Promise<void> | void
}

interface Conflict {
  message: string
  theirs: { base: ItemFormValues; revision: number }
}

/** Saves a form: upload progress, advice after a network failure, and the dialog for conflicting changes. */
export function useItemSave({ kind, item, form, send, onSaved, onFailed }: ItemSaveOptions) {
  const client = useQueryClient()
  const [uploadProgress, setUploadProgress] = useState<ReadonlyMap<string, number>>()
  const [advice, setAdvice] = useState<string>()
  const [conflictState, setConflictState] = useState<Conflict>()

  const loadRemoteVersion = async (error: ApiError) => {
    const theirs = await client.fetchQuery(itemQuery(kind, item?.id ?? ''))
    const base = toFormValues(kind, theirs, getMinRows(kind))
    setConflictState({ message: error.message, theirs: { base, revision: theirs.revision } })
  }
  const save = useGuardedMutation<SavedItem, { value: ItemFormValues; stored: StoredItem | undefined }>({
    mutationFn: ({ value, stored }) => send(value, stored, setUploadProgress),
    onSuccess: async (saved) => {
      await form.markSaved()
      await onSaved(saved)
    },
    onError: async (error) => {
      setUploadProgress(undefined)
      if ((error as ApiError).type === 'changed-meanwhile')
        return loadRemoteVersion(error as ApiError).catch(onFailed)
      if ((getErrorStatus(error) ?? getErrorStatus(error.cause)) === undefined) setAdvice(NETWORK_ERROR_TEXT)
      await onFailed(error)
    },
  })
  const submit = (value: ItemFormValues, base: ItemFormValues, revision: number) => {
    setAdvice(undefined)
    setConflictState(undefined)
    save.send({ value, stored: item && { id: item.id, base, revision } })
  }
  const keepMine = ({ theirs }: Conflict) => {
    const value = mergeFormValues(form.base, theirs.base, form.value)
    form.rebase(theirs, value)
    submit(value, theirs.base, theirs.revision)
  }
  const conflict: ReactNode = conflictState && (
    <ConflictDialog
      message={conflictState.message}
      changes={getRemoteChanges(form.base, conflictState.theirs.base, form.value)}
      onKeepMine={() => keepMine(conflictState)}
      onTakeTheirs={() => {
        form.rebase(conflictState.theirs)
        setConflictState(undefined)
      }}
      onClose={() => setConflictState(undefined)}
    />
  )
  return {
    send: () => submit(form.value, form.base, form.revision),
    isPending: save.isPending,
    uploadProgress: save.isPending ? uploadProgress : undefined,
    advice,
    conflict,
  }
}

const NETWORK_ERROR_TEXT =
  'Nothing was saved. Your changes are still here: check the connection and save again.'
