import { type RawBuilder, sql } from 'kysely'
import type { AdminSort, Sort } from '#contracts/sort.ts'

const byName = sql`item.name_sort, item.id`

/** What each order of lists sorts by; every order is total, so that pages neither repeat nor omit items. */
export const SORT_ORDERS: Record<Sort | AdminSort, RawBuilder<unknown>> = {
  name: byName,
  price: sql`coalesce(item.price_paise, 0), ${byName}`,
  featured: sql`item.is_featured desc, ${byName}`,
  category: sql`item.category, ${byName}`,
  changed: sql`item.updated_at desc, item.id desc`,
}
