import { type RawBuilder, sql } from 'kysely'
import {
  ADMIN_SORT_DIRECTIONS,
  type AdminSort,
  type Sort,
  type SortDirection,
} from '#contracts/catalogue/sort.ts'

const byName = sql`item.name_sort, item.id`

/** What each order of lists sorts by; every order is total, so that pages neither repeat nor omit items. */
export const SORT_ORDERS: Record<Sort, RawBuilder<unknown>> = {
  name: byName,
  price: sql`coalesce(item.price_paise, 0), ${byName}`,
  featured: sql`item.is_featured desc, ${byName}`,
}

/** The orders of the admin's list, in both directions. Items of equal value are always in order of names, and items without a part number come last. */
const ADMIN_SORT_ORDERS: Record<AdminSort, (direction: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  name: (direction) => sql`item.name_sort ${direction}, item.id ${direction}`,
  code: (direction) => sql`(item.part_number = ''), item.part_number ${direction}, ${byName}`,
  kind: (direction) => sql`item.kind ${direction}, ${byName}`,
  category: (direction) => sql`item.category ${direction}, ${byName}`,
  price: (direction) => sql`coalesce(item.price_paise, 0) ${direction}, ${byName}`,
  state: (direction) => sql`item.state ${direction}, ${byName}`,
  changed: (direction) => sql`item.updated_at ${direction}, item.id ${direction}`,
}

/** Returns the order of a column of the admin's list, by default in the column's own direction. */
export const toAdminSortOrder = (sort: AdminSort, order: SortDirection = ADMIN_SORT_DIRECTIONS[sort]) =>
  ADMIN_SORT_ORDERS[sort](sql.raw(order))
