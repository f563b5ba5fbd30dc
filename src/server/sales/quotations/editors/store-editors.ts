import type { Db, Tx } from '#server/database/db.ts'

/** An editor of a quotation that is open in a tab. */
interface Editor {
  id: string
  accountId: string
  tab: string
  name: string
  at: string
  /** Reports before this time are removed: their tabs are closed. */
  removedBefore: string
}

/** Stores that an editor is open. */
export async function storeEditor(
  tx: Tx,
  { id, accountId, tab, name, at, removedBefore }: Editor,
): Promise<void> {
  await tx
    .deleteFrom('quotation_editor')
    .where('quotation_id', '=', id)
    .where('seen_at', '<', removedBefore)
    .execute()
  await tx
    .insertInto('quotation_editor')
    .values({ quotation_id: id, account_id: accountId, tab_id: tab, name, seen_at: at })
    .onConflict((conflict) =>
      conflict.columns(['quotation_id', 'account_id', 'tab_id']).doUpdateSet({ name, seen_at: at }),
    )
    .execute()
}

/** Returns the editors that were open since. */
export const listEditors = (db: Db, { id, since }: { id: string; since: string }) =>
  db
    .selectFrom('quotation_editor')
    .select(['account_id as id', 'name', 'tab_id as tab'])
    .where('quotation_id', '=', id)
    .where('seen_at', '>=', since)
    .orderBy('name')
    .execute()
