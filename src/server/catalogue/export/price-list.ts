import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toBusinessDate } from '#contracts/business-date.ts'
import { countOf, formatLongDay, formatRupees } from '#contracts/format.ts'
import { DEFAULT_CATEGORIES, KIND_LABELS } from '#contracts/item/kind.ts'
import { ITEM_STATE_LABELS } from '#contracts/item/state.ts'
import type { Db } from '#server/database/db.ts'
import { type DateParts, toDateParts } from '#server/kernel/pdf/document-dates.ts'
import type { PdfJob } from '#server/kernel/pdf/pdf-renderer.ts'
import type { StoredItem } from '../items/store.ts'
import { type KindOfItems, readItems } from './read-items.ts'

const TEMPLATE = readFileSync(join(import.meta.dirname, 'price-list.typ'), 'utf8')
const NO_CATEGORY = 'Other'
const ON_REQUEST = 'on request'

/** Code, name, HSN, GST, unit, minimum quantity, price. */
type PriceRow = string[]

/** What the template of price lists shows. */
interface PriceListData {
  title: string
  subtitle: string
  note: string
  date: DateParts
  company: { name: string }
  kinds: { title: string; categories: { title: string; rows: PriceRow[] }[] }[]
}

/** Returns the price list of these items: by kind and category, and there in the order of the list. */
export async function createPriceList(
  db: Db,
  kinds: KindOfItems[],
  { company, now, filter }: { company: { name: string }; now: Date; filter: string },
): Promise<PdfJob> {
  const today = toBusinessDate(now)
  const date = formatLongDay(today)
  const count = kinds.reduce((sum, { rowIds }) => sum + rowIds.length, 0)
  const data: PriceListData = {
    title: `Price list of ${date}`,
    subtitle: [date, countOf(count, 'item'), filter].filter(Boolean).join('  ·  '),
    note: 'Prices in rupees without GST, as of the date of this list. Subject to change.',
    date: toDateParts(today),
    company: { name: company.name },
    kinds: [],
  }
  for (const { kind, rowIds } of kinds) {
    const categories = new Map<string, PriceRow[]>()
    for await (const items of readItems(db, rowIds))
      for (const item of items) {
        const category = getCategoryTitle(item)
        const rows = categories.get(category) ?? []
        rows.push(toRow(item))
        categories.set(category, rows)
      }
    const title = KIND_LABELS[kind].pluralLabel
    const sorted = [...categories].sort(
      ([one], [other]) => rank(one, title) - rank(other, title) || one.localeCompare(other, 'en'),
    )
    data.kinds.push({
      title,
      categories: sorted.map(([category, rows]) => ({ title: category, rows })),
    })
  }
  return { template: TEMPLATE, data, pictures: [] }
}

/** An item that was saved without a category stands below its kind. */
const getCategoryTitle = ({ kind, category }: StoredItem): string =>
  category === DEFAULT_CATEGORIES[kind] ? KIND_LABELS[kind].pluralLabel : category || NO_CATEGORY

/** Items without a category come first, as no heading separates them from the kind. */
const rank = (category: string, kind: string): number => (category === kind ? 0 : 1)

function toRow({ name, state, pricePaise, commercial }: StoredItem): PriceRow {
  const { code, hsn, gstRate, unit, minimumQuantity } = commercial
  return [
    code ?? '',
    state === 'published' ? name : `${name} (${ITEM_STATE_LABELS[state].toLowerCase()})`,
    hsn ?? '',
    gstRate === null ? '' : String(gstRate),
    unit ?? '',
    minimumQuantity === null ? '' : String(minimumQuantity),
    pricePaise === null ? ON_REQUEST : formatPrice(pricePaise),
  ]
}

/** 123456700 → '12,34,567'; paise are stated if there are any. */
const formatPrice = (paise: number): string => formatRupees(paise / 100).slice(1)
