import { type Kysely, type RawBuilder, sql } from 'kysely'

const IGNORED_CHARACTERS = [...' -_/.,()&+#:"\'*']

/** Adds indexes by code and by name without separators, by which the files of a folder of photographs are matched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, column] of [
    ['item_by_loose_code', 'code_key'],
    ['item_by_loose_name', 'name_sort'],
  ] as const) {
    await db.schema.createIndex(name).ifNotExists().on('item').expression(toLooseExpression(column)).execute()
  }
}

const toLooseExpression = (column: string): RawBuilder<string> =>
  IGNORED_CHARACTERS.reduce<RawBuilder<string>>(
    (text, character) => sql`replace(${text}, ${sql.lit(character)}, '')`,
    sql.ref(column),
  )
