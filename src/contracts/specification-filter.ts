/** One wish about a specification: a figure within bounds (in the unit its key ends with), or one of its words. */
export interface SpecificationFilter {
  /** As the facets name it: 'bar-capacity.mm', 'fits'. */
  key: string
  from?: number
  to?: number
  /** As the facets name it: 'cl-25'. */
  value?: string
}

/** Most wishes one list call takes. */
const MAX_SPECIFICATION_FILTERS = 12
const FILTER_PATTERN = /^([a-z0-9-]+(?:\.[a-z0-9-]+)?):(?:(\d+(?:\.\d+)?)?\.\.(\d+(?:\.\d+)?)?|([a-z0-9-]+))$/

/** Reads 'bar-capacity.mm:20..40,fits:cl-25'; what it cannot read it leaves out. */
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

/** The text that `readSpecificationFilters` reads. */
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
