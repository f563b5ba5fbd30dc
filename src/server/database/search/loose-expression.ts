import { type RawBuilder, sql } from 'kysely'
import { IGNORED_CHARACTERS } from '#server/kernel/text.ts'

/** The expression of the indexes item_by_loose_code and item_by_loose_name; compares texts without `IGNORED_CHARACTERS`. */
export const toLooseExpression = (column: 'code_key' | 'name_sort'): RawBuilder<string> =>
  IGNORED_CHARACTERS.reduce<RawBuilder<string>>(
    (text, character) => sql`replace(${text}, ${sql.lit(character)}, '')`,
    sql.ref(column),
  )
