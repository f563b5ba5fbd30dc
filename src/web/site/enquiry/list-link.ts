import { ENQUIRY_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { toLanguagePath } from '#contracts/language-path.ts'
import { limitQuantity } from './limit-quantity.ts'

/** The parameter of a link to the catalogue that carries an enquiry list: 'cl-25:2,v-belt:10'. */
const PARAMETER = 'items'

/** One item of a shared list. `key` is the slug or id of the item. */
export interface SharedLine {
  key: string
  quantity: number
}

/** Returns the URL that offers these items to whoever opens it. Notes are not part of it. */
export const buildListUrl = (origin: string, lines: SharedLine[]): string =>
  `${origin}${toLanguagePath('/products')}?${PARAMETER}=${lines.map(({ key, quantity }) => `${encodeURIComponent(key)}:${quantity}`).join(',')}`

/** Returns the list that a URL carries; undefined if it carries none. */
export function parseListUrl(params: URLSearchParams): SharedLine[] | undefined {
  const text = params.get(PARAMETER)
  if (text === null) return undefined
  const quantities = new Map<string, number>()
  for (const entry of text.split(',')) {
    const [key = '', quantity] = entry.split(':')
    if (key.trim()) quantities.set(key.trim(), limitQuantity(Number(quantity)))
  }
  return [...quantities].slice(0, ENQUIRY_LIMITS.lines).map(([key, quantity]) => ({ key, quantity }))
}

/** Returns the present query without the list: '?tab=spares' or ''. */
export function removeListParameter(params: URLSearchParams): string {
  const others = new URLSearchParams(params)
  others.delete(PARAMETER)
  return others.size > 0 ? `?${others}` : ''
}
