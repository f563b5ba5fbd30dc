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
const MOST_SPECIFICATION_FILTERS = 12
const PART = /^([a-z0-9-]+(?:\.[a-z0-9-]+)?):(?:(\d+(?:\.\d+)?)?\.\.(\d+(?:\.\d+)?)?|([a-z0-9-]+))$/

/** Reads 'bar-capacity.mm:20..40,fits:cl-25'; what it cannot read it leaves out. */
export function readSpecificationFilters(text: string): SpecificationFilter[] {
  return text
    .split(',')
    .slice(0, MOST_SPECIFICATION_FILTERS)
    .flatMap((part): SpecificationFilter[] => {
      const [whole, key, from, to, value] = PART.exec(part) ?? []
      if (!whole || !key) return []
      if (value) return [{ key, value }]
      const bounds = { ...bound('from', from), ...bound('to', to) }
      return Object.keys(bounds).length > 0 ? [{ key, ...bounds }] : []
    })
}

/** The text that `readSpecificationFilters` reads. */
export function writeSpecificationFilters(filters: SpecificationFilter[]): string {
  return filters
    .map(({ key, from, to, value }) => `${key}:${value ?? `${from ?? ''}..${to ?? ''}`}`)
    .join(',')
}

function bound<Name extends string>(name: Name, digits: string | undefined): { [N in Name]?: number } {
  return digits && Number.isFinite(Number(digits))
    ? ({ [name]: Number(digits) } as { [N in Name]: number })
    : {}
}
