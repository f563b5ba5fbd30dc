import { arrayMove } from '@dnd-kit/sortable'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DocumentChanges, ItemDocument } from '#contracts/files/item-document.ts'
import { showToast } from '#web/lib/toast.ts'
import { showErrorToast } from '../../../shell/error-toast.ts'
import { changeDocument, deleteDocument, documentsQuery, restoreDocument } from './document-requests.ts'

/** The documents of an item and their changes, each of which is saved at once. A failed one is shown and taken back. */
export function useDocuments(itemId: string) {
  const client = useQueryClient()
  const query = documentsQuery(itemId)
  const { data: documents, error, refetch } = useQuery(query)
  const setDocuments = (change: (present: ItemDocument[]) => ItemDocument[]) =>
    client.setQueryData(query.queryKey, (present: ItemDocument[] | undefined) => present && change(present))
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey })
  const showFailure = (failure: Error, title: string) => {
    showErrorToast(failure, title)
    void refresh()
  }
  const store = (saved: ItemDocument) =>
    setDocuments((present) =>
      present.some(({ id }) => id === saved.id)
        ? present.map((document) => (document.id === saved.id ? saved : document))
        : [...present, saved],
    )
  return {
    documents,
    error,
    refetch,
    store,
    /** Returns whether the change was saved. */
    change: async (id: string, changes: DocumentChanges): Promise<boolean> => {
      try {
        store(await changeDocument(itemId, id, changes))
        return true
      } catch (failure) {
        showFailure(failure as Error, 'Not saved')
        return false
      }
    },
    move: async (from: number, to: number) => {
      const moved = documents?.[from]
      if (!moved) return
      // A response to an earlier read would put the document back.
      await client.cancelQueries({ queryKey: query.queryKey })
      setDocuments((present) => arrayMove(present, from, to))
      await changeDocument(itemId, moved.id, { position: to }).catch((failure) =>
        showFailure(failure, 'Not moved'),
      )
    },
    remove: async ({ id, title }: ItemDocument) => {
      try {
        await deleteDocument(itemId, id)
        setDocuments((present) => present.filter((document) => document.id !== id))
        const undo = () =>
          restoreDocument(itemId, id).then(refresh, (failure) => showFailure(failure, 'Not restored'))
        showToast({
          title: 'Document deleted',
          description: title,
          action: { label: 'Undo', run: () => void undo() },
        })
      } catch (failure) {
        showFailure(failure as Error, 'Not deleted')
      }
    },
  }
}
