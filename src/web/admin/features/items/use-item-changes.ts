import { useQueryClient } from '@tanstack/react-query'
import type { ItemsChange, ItemsChangeReply } from '#contracts/office-item.ts'
import { reasonOf, send } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toast.ts'
import { useSend } from '../../../lib/use-send.ts'
import { staffApi } from '../session/session.ts'
import { hasUnsavedWork } from '../session/unsaved.ts'

/** As many as one call takes (contracts/office-item.ts). */
const AT_ONCE = 500
type Change = Omit<ItemsChange, 'ids'>

/** What a change is called once it is done, and what takes it back. */
const DONE: { [Field in keyof Change]-?: (value: NonNullable<Change[Field]>) => string } = {
  featured: (value) => (value ? 'featured' : 'no longer featured'),
  published: (value) => (value ? 'published' : 'taken off the site as drafts'),
  archived: (value) => (value ? 'archived' : 'restored'),
  category: (value) => `moved to ${value}`,
}

/** Changes many items at once, tells how many, and offers to take it back. `onDone` runs after each of both. */
export function useItemChanges(onDone: () => void) {
  const client = useQueryClient()
  const finish = async () => {
    // First away from what may be gone now, then anew.
    onDone()
    await client.invalidateQueries()
  }
  const failed = (error: Error) =>
    showToast({
      variant: 'destructive',
      title: 'Error',
      description: `Nothing was changed: ${reasonOf(error)}`,
    })
  const changes = useSend<ItemsChangeReply['changed'], { ids: string[]; change: Change }>({
    mutationFn: ({ ids, change }) => changeAll(ids, change),
    onSuccess: async (changed, { change }) => {
      await finish()
      showToast({
        title:
          changed.length === 1 ? `1 item ${sentence(change)}` : `${changed.length} items ${sentence(change)}`,
        ...(changed.length > 0 && {
          action: { label: 'Undo', run: () => void takeBack(changed, change).then(finish, failed) },
        }),
      })
    },
    onError: failed,
  })
  return { ...changes, refresh: () => void finish() }
}

/** Archives items; archiving is never final, so it is not asked about but can be undone. */
export function useArchive(onDone: () => void) {
  const changes = useItemChanges(onDone)
  return {
    send: (items: { id: string }[]) => {
      if (hasUnsavedWork())
        showToast({
          variant: 'destructive',
          title: 'Not archived',
          description: 'Save what you entered first, or leave without saving.',
        })
      else changes.send({ ids: items.map(({ id }) => id), change: { archived: true } })
    },
    isPending: changes.isPending,
  }
}

function sentence(change: Change): string {
  const [[field, value] = []] = Object.entries(change) as [keyof Change, never][]
  return field ? DONE[field](value as never) : ''
}

async function changeAll(ids: string[], change: Change): Promise<ItemsChangeReply['changed']> {
  const changed: ItemsChangeReply['changed'] = []
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const body = { ids: ids.slice(start, start + AT_ONCE), ...change }
    const reply = (await send(staffApi, 'POST', '/api/items/changes', body)) as ItemsChangeReply
    changed.push(...reply.changed)
  }
  return changed
}

/** Every item gets back what it had: the opposite, or the category of its own. */
async function takeBack(changed: ItemsChangeReply['changed'], change: Change): Promise<void> {
  if (change.category === undefined) {
    const opposite = Object.fromEntries(Object.entries(change).map(([field, value]) => [field, !value]))
    await changeAll(
      changed.map(({ id }) => id),
      opposite,
    )
    return
  }
  for (const [category, items] of Map.groupBy(changed, (item) => item.category)) {
    await changeAll(
      items.map(({ id }) => id),
      { category },
    )
  }
}
