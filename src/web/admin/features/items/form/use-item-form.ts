import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Kind } from '#contracts/item/item.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { useDocumentState, useEditedDocument, useOpenDocument } from '#web/admin/editing/document-context.tsx'
import { createDeviceDrafts } from '#web/admin/editing/draft-stores.ts'
import { EditedDocument } from '#web/admin/editing/edited-document.ts'
import { toDraftKey } from '#web/admin/editing/item-drafts.ts'
import type { OnUploadProgress, StoredItem } from '../item-api.ts'
import { itemQuery } from '../queries.ts'
import { addCodeRows, describeOmissions, getOmissions } from './copy-state.ts'
import {
  findCommercialErrors,
  formValuesEqual,
  getMinRows,
  ITEM_RULES,
  type ItemFormValues,
  toFormValues,
} from './item-form-values.ts'

type ItemDocument = EditedDocument<ItemFormValues, StoredItem>

interface ItemFormOptions {
  kind: Kind
  item: Item | undefined
  /** The values of a new item. */
  newValues: ItemFormValues
  send: (
    value: ItemFormValues,
    stored: StoredItem | undefined,
    context: { document: ItemDocument; onProgress: OnUploadProgress },
  ) => Promise<{ id: string }>
  onSaved: (stored: StoredItem) => unknown
  /** Resolves once the user has acknowledged the error. */
  onFailed: (error: Error) => unknown
}

/** The document of an item's form, and what the form shows beside it. */
export function useItemForm({ kind, item, newValues, send, onSaved, onFailed }: ItemFormOptions) {
  const client = useQueryClient()
  const location = useLocation()
  const omissions = item?.revision === 1 ? getOmissions(location) : undefined
  const [uploadProgress, setUploadProgress] = useState<ReadonlyMap<string, number>>()
  const document: ItemDocument = useOpenDocument(() => {
    const loaded = item ? toFormValues(kind, item, getMinRows(kind)) : newValues
    const initial = addCodeRows(loaded, omissions?.omittedCodes ?? [])
    return new EditedDocument<ItemFormValues, StoredItem>({
      stored: item && { id: item.id, revision: item.revision, base: initial },
      initial,
      toValue: ({ base }) => base,
      rules: ITEM_RULES,
      isSame: formValuesEqual,
      check: findCommercialErrors,
      async store(value, { stored, base, revision = 0 }) {
        try {
          const changed = stored && { id: stored.id, base, revision }
          const { id } = await send(value, changed, { document, onProgress: setUploadProgress })
          return { id, revision: revision + 1, base: value }
        } finally {
          setUploadProgress(undefined)
        }
      },
      async load({ id }) {
        const theirs = await client.fetchQuery(itemQuery(kind, id))
        return { id, revision: theirs.revision, base: toFormValues(kind, theirs, getMinRows(kind)) }
      },
      drafts: (stored) => createDeviceDrafts(toDraftKey(kind, stored?.id)),
      onSaved,
      onFailed,
    })
  })
  return {
    kind,
    document,
    uploadProgress,
    /** Undefined for a new item. */
    id: item?.id,
    /** Whether the form was opened by copying an item, and what the copy has not. */
    isCopy: omissions !== undefined,
    copyNotice: omissions ? describeOmissions(omissions) : '',
  }
}
export type ItemFormState = ReturnType<typeof useItemForm>

/** The value of one part of the item in the form. */
export const useItemValue = <Name extends keyof ItemFormValues>(name: Name): ItemFormValues[Name] =>
  useDocumentState(useEditedDocument() as ItemDocument, ({ value }) => value[name])
