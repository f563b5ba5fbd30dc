import { type ListSource, RowSets } from '#server/catalogue/search/store-row-sets.ts'
import { TradeNames } from '#server/catalogue/search/trade-names.ts'
import type { Db } from '#server/database/db.ts'
import { Events } from '#server/kernel/events.ts'

/** What the functions of lists read from, with empty caches. */
export const createListSource = (db: Db): ListSource => ({
  db,
  rowSets: new RowSets(new Events()),
  tradeNames: new TradeNames(),
})
