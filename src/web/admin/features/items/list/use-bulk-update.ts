import { useQueryClient } from '@tanstack/react-query'
import type { BulkItemUpdate, BulkItemUpdateReply } from '#contracts/item/admin-item.ts'
import { adminApi } from '#web/admin/session/session.ts'
import { hasUnsavedChanges } from '#web/admin/session/unsaved-changes.ts'
import { showErrorToast } from '#web/admin/shell/error-toast.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { showToast } from '#web/lib/toast.ts'

/** The most items of one request (contracts/item/admin-item.ts). */
const BATCH_SIZE = 500
type ItemUpdate = Omit<BulkItemUpdate, 'ids'>

/** The past participle of each change for the success message. */
const SUCCESS_TEXTS: { [Field in keyof ItemUpdate]-?: (value: NonNullable<ItemUpdate[Field]>) => string } = {
  featured: (value) => (value ? 'featured' : 'no longer featured'),
  published: (value) => (value ? 'published' : 'unpublished'),
  archived: (value) => (value ? 'archived' : 'restored'),
  category: (value) => `moved to ${value}`,
}

/** Changes many items, shows their number in a toast and offers Undo. `onDone` runs after a change and after Undo. */
export function useBulkUpdate(onDone: () => void) {
  const client = useQueryClient()
  const invalidateAll = async () => {
    // `onDone` comes first: it unmounts queries of items that may no longer exist.
    onDone()
    await client.invalidateQueries()
  }
  const showError = (error: Error) => showErrorToast(`Nothing was changed: ${error.message}`)
  const mutation = useGuardedMutation<BulkItemUpdateReply['changed'], { ids: string[]; change: ItemUpdate }>({
    mutationFn: ({ ids, change }) => updateInBatches(ids, change),
    onSuccess: async (changed, { ids, change }) => {
      await invalidateAll()
      showToast({
        title:
          changed.length === 1
            ? `1 item ${describeUpdate(change)}`
            : `${changed.length} items ${describeUpdate(change)}`,
        ...(changed.length < ids.length && {
          description: `${ids.length - changed.length} of the selected items did not need this change or are in another state.`,
        }),
        ...(changed.length > 0 && {
          action: {
            label: 'Undo',
            run: () => void undoUpdate(changed, change).then(invalidateAll, showError),
          },
        }),
      })
    },
    onError: showError,
  })
  return { ...mutation, refresh: () => void invalidateAll() }
}

/** Archives items without a confirmation, because it can be undone. */
export function useArchiveItems(onDone: () => void) {
  const bulkUpdate = useBulkUpdate(onDone)
  return {
    send: (items: { id: string }[]) => {
      if (hasUnsavedChanges()) showErrorToast('Save your changes or discard them first.', 'Not archived')
      else bulkUpdate.send({ ids: items.map(({ id }) => id), change: { archived: true } })
    },
    isPending: bulkUpdate.isPending,
  }
}

function describeUpdate(change: ItemUpdate): string {
  const [[field, value] = []] = Object.entries(change) as [keyof ItemUpdate, never][]
  return field ? SUCCESS_TEXTS[field](value as never) : ''
}

async function updateInBatches(ids: string[], change: ItemUpdate): Promise<BulkItemUpdateReply['changed']> {
  const changed: BulkItemUpdateReply['changed'] = []
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const body = { ids: ids.slice(start, start + BATCH_SIZE), ...change }
    const response = (await send(adminApi, 'POST', '/api/items/changes', body)) as BulkItemUpdateReply
    changed.push(...response.changed)
  }
  return changed
}

/** Reverses a change: the opposite flag, or the previous category of each item. */
async function undoUpdate(changed: BulkItemUpdateReply['changed'], change: ItemUpdate): Promise<void> {
  if (change.category === undefined) {
    const opposite = Object.fromEntries(Object.entries(change).map(([field, value]) => [field, !value]))
    await updateInBatches(
      changed.map(({ id }) => id),
      opposite,
    )
    return
  }
  for (const [category, items] of Map.groupBy(changed, (item) => item.category)) {
    await updateInBatches(
      items.map(({ id }) => id),
      { category },
    )
  }
}
