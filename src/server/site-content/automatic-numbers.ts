import { formatNumber } from '#contracts/format.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'

/** What the site content takes from the catalogue: the numbers of published items, and prices of machines in paise. */
export interface CatalogueNumbers {
  machine: number
  spare: number
  service: number
  machinePrices: { from: number; to: number } | null
}

/** Whether a number of the content follows the catalogue. */
export const hasAutomaticNumbers = ({ statistics, catalogue, chat }: SiteContent): boolean =>
  [...statistics.map(({ source }) => source), catalogue.sparesTileSource, chat.machinePrices.source].some(
    (source) => source !== 'typed',
  )

/** Returns a copy of the content with the present numbers where they follow the catalogue. Without prices, the typed ones stay. */
export function resolveNumbers(content: SiteContent, numbers: CatalogueNumbers): SiteContent {
  const counts = getCounts(numbers)
  const { statistics, catalogue, chat } = content
  const prices = chat.machinePrices.source === 'typed' ? null : numbers.machinePrices
  return {
    ...content,
    statistics: statistics.map((statistic) =>
      statistic.source === 'typed' ? statistic : { ...statistic, value: counts[statistic.source] },
    ),
    catalogue:
      catalogue.sparesTileSource === 'typed'
        ? catalogue
        : { ...catalogue, sparesTile: formatNumber(counts[catalogue.sparesTileSource]) },
    chat: prices
      ? {
          ...chat,
          machinePrices: {
            ...chat.machinePrices,
            from: toRupees(prices.from),
            to: toRupees(prices.to),
          },
        }
      : chat,
  }
}

/** Returns the present numbers as texts, by the source that the content names. */
export function describeNumbers(numbers: CatalogueNumbers): Record<string, string> {
  const { machinePrices } = numbers
  const counts = Object.entries(getCounts(numbers)).map(([source, count]) => [source, formatNumber(count)])
  return {
    ...Object.fromEntries(counts),
    ...(machinePrices && {
      machinePrices: `${toRupees(machinePrices.from)} to ${toRupees(machinePrices.to)}`,
    }),
  }
}

const getCounts = ({ machine, spare, service }: CatalogueNumbers) => ({
  machine,
  spare,
  service,
  item: machine + spare + service,
})

/** 1,50,000 paise are '1,500'. */
const toRupees = (paise: number) => formatNumber(paise / 100, { maximumFractionDigits: 0 })
