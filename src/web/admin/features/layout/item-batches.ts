import { send } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { adminApi } from '../session/session.ts'

const MAX_NAMED_ITEMS = 5

/** An item with the revision that a request expects it to have. */
interface ItemRevision {
  id: string
  revision: number
}

/** The items that a request changed, with their new revisions, and those that others changed or deleted meanwhile. */
export interface BatchReply {
  changed: ItemRevision[]
  conflicts: { id: string; name: string }[]
}

interface Batches {
  path: string
  /** What the body of each request contains besides the items. */
  body: object
  size: number
  /** Runs after each request, with its reply and the number of items processed so far. */
  onBatch?: (reply: BatchReply, processedCount: number) => void
}

/** Sends items in batches, each of which the server changes completely or not at all. */
export async function sendInBatches(
  items: ItemRevision[],
  { path, body, size, onBatch }: Batches,
): Promise<BatchReply> {
  const all: BatchReply = { changed: [], conflicts: [] }
  for (let start = 0; start < items.length; start += size) {
    const batch = items.slice(start, start + size)
    const reply = await send<BatchReply>(adminApi, 'POST', path, { ...body, items: batch })
    all.changed.push(...reply.changed)
    all.conflicts.push(...reply.conflicts)
    onBatch?.(reply, start + batch.length)
  }
  return all
}

/** '1 item', '2,480 items'. */
export const formatItems = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'item' : 'items'}`

/** The description of a toast about items that were left out; empty if there are none. */
export function describeConflicts(conflicts: BatchReply['conflicts'], reason: string) {
  if (conflicts.length === 0) return {}
  const names = conflicts.slice(0, MAX_NAMED_ITEMS).map(({ name }) => name)
  const more = conflicts.length > names.length ? ` and ${conflicts.length - names.length} more` : ''
  const verb = conflicts.length === 1 ? 'was' : 'were'
  return {
    description: `${formatItems(conflicts.length)} ${verb} left out, ${reason}: ${names.join(', ')}${more}.`,
  }
}
