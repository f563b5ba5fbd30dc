import type { Specifications } from '#contracts/item/item.ts'

/** '42 mm', '(kg)', '20 °C'. */
const METRIC =
  /[\d(]\s?(?:[µμcmk]?m|litres?|[cm]?l|kg|g|t|tonnes?|k?W|da?N|k?N|Nm|bar|[kM]Pa|°\s?C)(?![\p{L}])/u

/**
 * Whether specifications have metric quantities, so that there is something to convert. What reads quantities in all forms is
 * too large for a page; the switch of units at its foot is always there.
 */
export const haveMetricUnits = (specifications: Specifications): boolean =>
  specifications.some((specification) => METRIC.test(specification.join(': ')))
