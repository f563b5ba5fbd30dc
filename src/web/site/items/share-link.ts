import { toLanguagePath } from '#contracts/language-path.ts'

/** The parameter of a link to the favourites that carries items: ids separated by commas. */
const PARAMETER = 'shared'
/** A link with more items would be too long for some programs. */
const MAX_ITEMS = 100

/** Returns the URL that offers these items, the first hundred, as favourites to whoever opens it. */
export const buildShareUrl = (origin: string, ids: readonly string[]): string =>
  `${origin}${toLanguagePath('/products')}?favourites=true&${PARAMETER}=${ids.slice(0, MAX_ITEMS).map(encodeURIComponent).join(',')}`

/** Returns the ids that a URL carries; none if it carries no items. */
export const parseShareUrl = (params: URLSearchParams): string[] =>
  [...new Set((params.get(PARAMETER) ?? '').split(',').filter((id) => id.trim()))].slice(0, MAX_ITEMS)
