import { toBusinessDate } from '#contracts/business-date.ts'
import { listComparedTerms } from '#contracts/catalogue/compared-terms.ts'
import type { ComparisonRow } from '#contracts/catalogue/comparison.ts'
import { formatList, formatLongDay } from '#contracts/format.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import { type DateParts, toDateParts } from '#server/kernel/pdf/document-dates.ts'
import {
  type CompanyData,
  describeCompany,
  describePicture,
  isPriceLabel,
  type PictureData,
} from './document-parts.ts'

/** What the template of comparisons shows. As data sheets, they state no prices. */
interface ComparisonData {
  title: string
  date: DateParts
  edition: string
  url: string
  qr: string
  items: { name: string; url: string; picture: PictureData | null; features: string[] }[]
  rows: ComparisonRow[]
  company: CompanyData
}

interface ComparedItems {
  items: (Item & { updatedAt: string })[]
  rows: ComparisonRow[]
}

/** Returns the contents of a comparison as visitors see it. `url` is the address of its page. */
export function createComparisonData(
  { items, rows }: ComparedItems,
  { company }: Pick<SiteContent, 'company'>,
  { url, qr, onlyDifferences }: { url: string; qr: string; onlyDifferences: boolean },
): ComparisonData {
  const latest = items
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1)!
  const date = toBusinessDate(new Date(latest))
  const { origin, host } = new URL(url)
  const names = items.map(({ commercial, name }) => commercial.code ?? name)
  return {
    title: items.length > 1 ? formatList(names) : items[0]!.name,
    date: toDateParts(date),
    edition: `${host}, data of ${formatLongDay(date)}. Subject to technical changes.`,
    url,
    qr,
    items: items.map(({ name, slug, pictures: [picture], features }) => ({
      name,
      url: `${origin}/product/${encodeURIComponent(slug)}`,
      picture: picture ? describePicture(picture, name) : null,
      features,
    })),
    rows: [...listComparedTerms(items), ...rows].filter(
      ({ label, isEqual }) => !isPriceLabel(label) && !(onlyDifferences && isEqual),
    ),
    company: describeCompany(company, url),
  }
}
