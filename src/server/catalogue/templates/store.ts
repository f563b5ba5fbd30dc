import type { TemplateBody, TemplateKey } from '#contracts/catalogue/specification-template.ts'
import type { Specifications } from '#contracts/item/item.ts'
import type { Kind } from '#contracts/item/kind.ts'
import type { Db, Tx } from '#server/database/db.ts'

/** The number of newest items of a category from which its template is learned. */
const SAMPLE_SIZE = 2000

/** A template as staff have edited it. */
export interface EditedTemplate extends TemplateKey {
  revision: number
  rows: TemplateBody['rows']
}

/** Returns the template of a category if staff have edited it. */
export async function findEditedTemplate(
  db: Db,
  { kind, category }: TemplateKey,
): Promise<EditedTemplate | undefined> {
  const row = await db
    .selectFrom('specification_template')
    .select(['rows_json', 'revision'])
    .where('kind', '=', kind)
    .where('category', '=', category)
    .executeTakeFirst()
  return row && { kind, category, revision: row.revision, rows: JSON.parse(row.rows_json) }
}

/** Returns the categories of a kind whose templates staff have edited. */
export async function listEditedCategories(db: Db, kind: Kind): Promise<string[]> {
  const rows = await db
    .selectFrom('specification_template')
    .select('category')
    .where('kind', '=', kind)
    .orderBy('category')
    .execute()
  return rows.map(({ category }) => category)
}

export async function saveTemplate(
  tx: Tx,
  { kind, category, revision, rows }: EditedTemplate,
  at: string,
): Promise<void> {
  const values = { revision, rows_json: JSON.stringify(rows), updated_at: at }
  await tx
    .insertInto('specification_template')
    .values({ kind, category, ...values })
    .onConflict((conflict) => conflict.columns(['kind', 'category']).doUpdateSet(values))
    .execute()
}

/** Deletes an edited template, so that the category has a learned one again. */
export async function deleteTemplate(tx: Tx, { kind, category }: TemplateKey): Promise<void> {
  await tx
    .deleteFrom('specification_template')
    .where('kind', '=', kind)
    .where('category', '=', category)
    .execute()
}

/** Returns the specifications of the 2,000 newest items of a category that are not archived. */
export async function listSpecificationsOfCategory(
  db: Db,
  { kind, category }: TemplateKey,
): Promise<Specifications[]> {
  const rows = await db
    .selectFrom('item')
    .select('specifications_json')
    .where('kind', '=', kind)
    .where('category', '=', category)
    .where('state', '!=', 'archived')
    .orderBy('row_id', 'desc')
    .limit(SAMPLE_SIZE)
    .execute()
  return rows.map(({ specifications_json }) => JSON.parse(specifications_json) as Specifications)
}
