/** A filter on one specification: inclusive bounds of a number, in the unit that ends `key`, or one of its words. */
export interface SpecificationFilter {
  /** The key of a facet, such as 'bar-capacity.mm' or 'fits'. */
  key: string
  from?: number
  to?: number
  /** A value of the facet, such as 'cl-25'. */
  value?: string
}

/** Maximum number of filters in one request. */
const MAX_SPECIFICATION_FILTERS = 12
const FILTER_PATTERN = /^([a-z0-9-]+(?:\.[a-z0-9-]+)?):(?:(\d+(?:\.\d+)?)?\.\.(\d+(?:\.\d+)?)?|([a-z0-9-]+))$/

/** Parses 'bar-capacity.mm:20..40,fits:cl-25'. Invalid parts, and filters after the twelfth, are omitted. */
export function parseSpecificationFilters(text: string): SpecificationFilter[] {
  return text
    .split(',')
    .slice(0, MAX_SPECIFICATION_FILTERS)
    .flatMap((part): SpecificationFilter[] => {
      const [match, key, from, to, value] = FILTER_PATTERN.exec(part) ?? []
      if (!match || !key) return []
      if (value) return [{ key, value }]
      const bounds = { ...toBound('from', from), ...toBound('to', to) }
      return Object.keys(bounds).length > 0 ? [{ key, ...bounds }] : []
    })
}

/** Formats filters as text; the inverse of `parseSpecificationFilters`. */
export function formatSpecificationFilters(filters: SpecificationFilter[]): string {
  return filters
    .map(({ key, from, to, value }) => `${key}:${value ?? `${from ?? ''}..${to ?? ''}`}`)
    .join(',')
}

function toBound<Name extends string>(name: Name, digits: string | undefined): { [N in Name]?: number } {
  return digits && Number.isFinite(Number(digits))
    ? ({ [name]: Number(digits) } as { [N in Name]: number })
    : {}
}
