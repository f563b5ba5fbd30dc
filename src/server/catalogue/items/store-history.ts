import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/kernel/guard.ts'
import type { ItemDraft } from './rules.ts'
import type { StoredItem } from './store.ts'

/** Revisions kept of one item; older ones go first. */
const MAX_REVISIONS = 50

/** One kept revision: what the item was, since when, and who made it so ('' where nobody knows). */
export interface Snapshot {
  revision: number
  at: string
  by: string
  item: ItemDraft & { state: StoredItem['state'] }
}

type Author = Pick<Actor, 'accountId' | 'name'>

/**
 * Keeps what an item has become, and what it was before, unless that is kept already. Forgets revisions beyond the last
 * 50 and those that had been replaced before `since`. Runs in the caller's transaction.
 */
export async function saveRevision(
  db: Db,
  author: Author,
  change: { before?: StoredItem; after: StoredItem; since: string },
): Promise<void> {
  if (change.before) await insertSnapshot(db, { accountId: undefined, name: '' }, change.before)
  await insertSnapshot(db, author, change.after)
  await db
    .deleteFrom('item_revision')
    .where('item_id', '=', change.after.id)
    .where((eb) =>
      eb.or([
        eb('revision', '<=', change.after.revision - MAX_REVISIONS),
        eb('revision', '<', newestRevisionBefore(db, change.after.id, change.since)),
      ]),
    )
    .execute()
}

/** What an item was at that time, however long it had been so. */
const newestRevisionBefore = (db: Db, itemId: string, at: string) =>
  db
    .selectFrom('item_revision')
    .select(({ fn }) => fn.max<number>('revision').as('revision'))
    .where('item_id', '=', itemId)
    .where('at', '<', at)

async function insertSnapshot(db: Db, author: Author, item: StoredItem): Promise<void> {
  const { id, revision, updatedAt, slug: _, kind: __, ...said } = item
  await db
    .insertInto('item_revision')
    .values({
      item_id: id,
      revision,
      at: updatedAt,
      account_id: author.accountId ?? null,
      by_name: author.name,
      draft_json: JSON.stringify(said),
    })
    .onConflict((conflict) => conflict.columns(['item_id', 'revision']).doNothing())
    .execute()
}

/** The kept revisions of an item, the newest first. */
export async function listSnapshots(db: Db, itemId: string): Promise<Snapshot[]> {
  const rows = await db
    .selectFrom('item_revision')
    .select(['revision', 'at', 'by_name', 'draft_json'])
    .where('item_id', '=', itemId)
    .orderBy('revision', 'desc')
    .execute()
  return rows.map((row) => ({
    revision: row.revision,
    at: row.at,
    by: row.by_name,
    item: JSON.parse(row.draft_json) as Snapshot['item'],
  }))
}
