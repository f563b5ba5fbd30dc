import type { ItemBatchReply, ItemRevision } from '#contracts/bulk-data/item-batch.ts'
import { ITEM_BATCH_SIZE } from '#contracts/bulk-data/item-batch-limits.ts'
import { countOf } from '#contracts/format.ts'
import { send } from '#web/lib/api/api.ts'
import { adminApi } from '../../session/session.ts'

const MAX_NAMED_ITEMS = 5

interface Batches {
  path: string
  /** What the body of each request contains besides the items. */
  body: object
  /** Runs after each request, with its reply and the number of items processed so far. */
  onBatch?: (reply: ItemBatchReply, processedCount: number) => void
}

/** Sends items in batches, each of which the server changes completely or not at all. */
export async function sendInBatches(
  items: ItemRevision[],
  { path, body, onBatch }: Batches,
): Promise<ItemBatchReply> {
  const all: ItemBatchReply = { changed: [], conflicts: [] }
  for (let start = 0; start < items.length; start += ITEM_BATCH_SIZE) {
    const batch = items.slice(start, start + ITEM_BATCH_SIZE)
    const reply = await send<ItemBatchReply>(adminApi, 'POST', path, { ...body, items: batch })
    all.changed.push(...reply.changed)
    all.conflicts.push(...reply.conflicts)
    onBatch?.(reply, start + batch.length)
  }
  return all
}

/** The description of a toast about items that were left out; empty if there are none. */
export function describeConflicts(conflicts: ItemBatchReply['conflicts'], reason: string) {
  if (conflicts.length === 0) return {}
  const names = conflicts.slice(0, MAX_NAMED_ITEMS).map(({ name }) => name)
  const more = conflicts.length > names.length ? ` and ${conflicts.length - names.length} more` : ''
  const verb = conflicts.length === 1 ? 'was' : 'were'
  return {
    description: `${countOf(conflicts.length, 'item')} ${verb} left out, ${reason}: ${names.join(', ')}${more}.`,
  }
}
