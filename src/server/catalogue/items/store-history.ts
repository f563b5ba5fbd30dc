import type { AuditDetailKind } from '#contracts/account/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { deleteOldRevisions } from '#server/database/store-revisions.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { ItemDraft } from '../item/draft.ts'
import type { StoredItem } from './store.ts'

/** One retained revision: the item, since when it was so, and its author ('' if unknown). */
export interface Snapshot {
  revision: number
  at: string
  by: string
  item: ItemDraft
}

type Author = Pick<Actor, 'accountId' | 'name'>

/**
 * Stores the revision after a change, and the one before unless it exists. Deletes all but the last 50 revisions, and those
 * that had already been replaced two years before the change.
 */
export async function saveRevision(
  tx: Tx,
  author: Author,
  { before, after }: { before: StoredItem | undefined; after: StoredItem },
): Promise<void> {
  if (before) await insertSnapshot(tx, { accountId: undefined, name: '' }, before)
  await insertSnapshot(tx, author, after)
  if (!before) return
  const { id, revision, updatedAt: at } = after
  await deleteOldRevisions(tx, 'item_revision', { owner: ['item_id', id], revision, at })
}

/** Stores the first revision of new items. */
export async function saveFirstRevisions(tx: Tx, author: Author, items: StoredItem[]): Promise<void> {
  if (items.length === 0) return
  await insertRows(
    tx,
    'item_revision',
    items.map((item) => toSnapshotRow(author, item)),
  ).execute()
}

async function insertSnapshot(tx: Tx, author: Author, item: StoredItem): Promise<void> {
  await tx
    .insertInto('item_revision')
    .values(toSnapshotRow(author, item))
    .onConflict((conflict) => conflict.columns(['item_id', 'revision']).doNothing())
    .execute()
}

const toSnapshotRow = (author: Author, item: StoredItem) => ({
  item_id: item.id,
  revision: item.revision,
  at: item.updatedAt,
  account_id: author.accountId ?? null,
  by_name: author.name,
  draft_json: JSON.stringify(ItemDraft.parse(item)),
})

/** Returns the retained revisions of an item, the newest first. */
export async function listSnapshots(db: Db, itemId: string): Promise<Snapshot[]> {
  const rows = await db
    .selectFrom('item_revision')
    .select(['revision', 'at', 'by_name as by', 'draft_json as json'])
    .where('item_id', '=', itemId)
    .orderBy('revision', 'desc')
    .execute()
  return rows.map(({ revision, at, by, json }) => ({ revision, at, by, item: parseSnapshot(json) }))
}

/** Changes of what belongs to an item and is not part of its revisions. */
const OTHER_CHANGES: AuditDetailKind[] = ['document', 'relation', 'drawing']
const MAX_CHANGES = 100

/** Returns the last changes of documents, relations and drawings of an item, the newest first. */
export function listOtherChanges(
  db: Db,
  itemId: string,
): Promise<{ at: string; by: string; detail: string }[]> {
  return db
    .selectFrom('audit_log')
    .select(['at', 'by_name as by', 'detail'])
    .where('subject', '=', 'item')
    .where('subject_id', '=', itemId)
    .where('detail_kind', 'in', OTHER_CHANGES)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_CHANGES)
    .execute()
}

/** Returns those of these revisions that are retained. */
export async function findSnapshots(
  db: Db,
  revisions: { id: string; revision: number }[],
): Promise<{ id: string; revision: number; item: ItemDraft }[]> {
  if (revisions.length === 0) return []
  const rows = await db
    .selectFrom('item_revision')
    .select(['item_id as id', 'revision', 'draft_json as json'])
    .where((eb) =>
      eb.or(
        revisions.map(({ id, revision }) => eb.and([eb('item_id', '=', id), eb('revision', '=', revision)])),
      ),
    )
    .execute()
  return rows.map(({ id, revision, json }) => ({ id, revision, item: parseSnapshot(json) }))
}

/** Returns those of these ids whose item has a present revision by this author. */
export async function findLastChangedBy(db: Db, author: Author, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('item')
    .innerJoin('item_revision', (join) =>
      join
        .onRef('item_revision.item_id', '=', 'item.id')
        .onRef('item_revision.revision', '=', 'item.revision'),
    )
    .select(['item.id', 'account_id', 'by_name'])
    .where('item.id', 'in', ids)
    .execute()
  const isBy = (row: (typeof rows)[number]) =>
    row.account_id === (author.accountId ?? null) && row.by_name === author.name
  return new Set(rows.filter(isBy).map(({ id }) => id))
}

/** Reads the stored JSON of a revision. Fields that did not exist when it was stored get their defaults. */
export const parseSnapshot = (json: string): ItemDraft => ItemDraft.parse(JSON.parse(json))
