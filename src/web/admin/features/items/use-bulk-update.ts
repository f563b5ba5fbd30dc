import { useQueryClient } from '@tanstack/react-query'
import type { BulkItemUpdate, BulkItemUpdateReply } from '#contracts/admin-item.ts'
import { getErrorMessage, send } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { adminApi } from '../session/session.ts'
import { hasUnsavedChanges } from '../session/unsaved-changes.ts'

/** As many as one call takes (contracts/admin-item.ts). */
const BATCH_SIZE = 500
type ItemUpdate = Omit<BulkItemUpdate, 'ids'>

/** What a change is called once it is done, and what takes it back. */
const SUCCESS_TEXTS: { [Field in keyof ItemUpdate]-?: (value: NonNullable<ItemUpdate[Field]>) => string } = {
  featured: (value) => (value ? 'featured' : 'no longer featured'),
  published: (value) => (value ? 'published' : 'taken off the site as drafts'),
  archived: (value) => (value ? 'archived' : 'restored'),
  category: (value) => `moved to ${value}`,
}

/** Changes many items at once, tells how many, and offers to take it back. `onDone` runs after each of both. */
export function useBulkUpdate(onDone: () => void) {
  const client = useQueryClient()
  const invalidateAll = async () => {
    // First away from what may be gone now, then anew.
    onDone()
    await client.invalidateQueries()
  }
  const showError = (error: Error) =>
    showToast({
      variant: 'destructive',
      title: 'Error',
      description: `Nothing was changed: ${getErrorMessage(error)}`,
    })
  const mutation = useGuardedMutation<BulkItemUpdateReply['changed'], { ids: string[]; change: ItemUpdate }>({
    mutationFn: ({ ids, change }) => updateInBatches(ids, change),
    onSuccess: async (changed, { change }) => {
      await invalidateAll()
      showToast({
        title:
          changed.length === 1
            ? `1 item ${describeUpdate(change)}`
            : `${changed.length} items ${describeUpdate(change)}`,
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

/** Archives items; archiving is never final, so it is not asked about but can be undone. */
export function useArchiveItems(onDone: () => void) {
  const bulkUpdate = useBulkUpdate(onDone)
  return {
    send: (items: { id: string }[]) => {
      if (hasUnsavedChanges())
        showToast({
          variant: 'destructive',
          title: 'Not archived',
          description: 'Save what you entered first, or leave without saving.',
        })
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

/** Every item gets back what it had: the opposite, or the category of its own. */
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
