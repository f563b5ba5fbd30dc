/** A filter on one specification: inclusive bounds of a number, in `unit` or the unit that ends `key`, or one of its words. */
export interface SpecificationFilter {
  /**
   * The key of a facet, such as 'bar-capacity.mm' or 'fits', several of them ('spindle.kw/spindle-motor.kw') or '*.mm' for all
   * lengths, or the name of a specification ('bar-capacity') if there is a unit.
   */
  key: string
  /** The unit of the bounds as it is written: 'in' of 'bar-capacity:1.6in..'. */
  unit?: string
  from?: number
  to?: number
  /** At least, about or at most this number, whichever the names of the keys mean: 'bar-capacity:~42mm'. */
  suits?: number
  /** A value of the facet, such as 'cl-25'. */
  value?: string
}

/** Maximum number of filters in one request. */
const MAX_SPECIFICATION_FILTERS = 12
/** What follows a number; whether the unit is known is decided by the server. */
const UNIT = String.raw`((?![.\s])[^\d.,:;]{1,12}[²³]?)?`
const NUMBER = String.raw`(?:(-?\d+(?:\.\d+)?)${UNIT})?`
const KEY = String.raw`(?:[a-z0-9-]+|\*)(?:\.[a-z0-9-]+)?`
const FILTER_PATTERN = new RegExp(
  String.raw`^(${KEY}(?:/${KEY}){0,9}):(?:${NUMBER}\.\.${NUMBER}|~(\d+(?:\.\d+)?)${UNIT}|([a-z0-9-]+))$`,
)

/** Parses 'bar-capacity:42mm..,run-out.mm:..0.01,fits:cl-25'. Invalid parts, and filters after the twelfth, are omitted. */
export function parseSpecificationFilters(text: string): SpecificationFilter[] {
  return text
    .split(',')
    .slice(0, MAX_SPECIFICATION_FILTERS)
    .flatMap((part): SpecificationFilter[] => {
      const [match, key, from, fromUnit, to, toUnit, suits, suitsUnit, value] =
        FILTER_PATTERN.exec(part) ?? []
      if (!match || !key) return []
      if (value) return [{ key, value }]
      const unit = fromUnit ?? toUnit ?? suitsUnit
      // Bounds in two units are one filter too many.
      if (fromUnit !== undefined && toUnit !== undefined && fromUnit !== toUnit) return []
      const bounds = { ...toBound('from', from), ...toBound('to', to), ...toBound('suits', suits) }
      return Object.keys(bounds).length > 0 ? [{ key, ...(unit !== undefined && { unit }), ...bounds }] : []
    })
}

/** Formats filters as text; the inverse of `parseSpecificationFilters`. */
export function formatSpecificationFilters(filters: SpecificationFilter[]): string {
  return filters
    .map(({ key, unit = '', from, to, suits, value }) => {
      if (suits !== undefined) return `${key}:~${suits}${unit}`
      const [lower, upper] = [from, to].map((bound) => (bound === undefined ? '' : `${bound}${unit}`))
      return `${key}:${value ?? `${lower}..${upper}`}`
    })
    .join(',')
}

function toBound<Name extends string>(name: Name, digits: string | undefined): { [N in Name]?: number } {
  return digits && Number.isFinite(Number(digits))
    ? ({ [name]: Number(digits) } as { [N in Name]: number })
    : {}
}
