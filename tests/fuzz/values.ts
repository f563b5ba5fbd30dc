import fc from 'fast-check'

/** As much of JSON Schema as the API's own description uses. */
export interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  format?: string
  default?: unknown
}

/** Texts that have broken programs before. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b\ufeff',
  '💥'.repeat(40),
  'ﷺ'.repeat(200),
  'x'.repeat(20_000),
  '__proto__',
  'constructor',
  'null',
  '-0',
  '1e309',
  '-1',
  '9007199254740993',
  'NaN',
  '%',
  '%00',
  '%ff',
  '../../etc/passwd',
  "' or 1=1 --",
  '"; drop table item; --',
  '" OR * NEAR(',
  '{search_text}: *',
  '=1+1',
  '\r\nSet-Cookie: a=b',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '(a+)+$'.repeat(30),
  '2026-02-30',
  '0000-00-00T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  'http://[::1]:0/',
  'javascript:alert(1)',
]
const MOST_LETTERS = 60
const MOST_ENTRIES = 4

export const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: MOST_LETTERS }),
  fc.string({ unit: 'grapheme', maxLength: MOST_LETTERS }),
)

/** Anything JSON can say, and what no contract expects. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[[[]]]]),
  hostileText,
  fc.jsonValue({ maxDepth: 3 }),
)

/**
 * Values for a schema: mostly as it asks for, with something else in one place or another. `known`: texts that mean
 * something to the server, the ids of what is there.
 */
export function valuesFor(
  schema: Schema,
  known: string[],
  schemas: Record<string, Schema>,
): fc.Arbitrary<unknown> {
  const inner = (part: Schema): fc.Arbitrary<unknown> => {
    const fitting = fittingValues(part, { inner, known, schemas })
    return fc.oneof({ arbitrary: fitting, weight: 12 }, { arbitrary: anything, weight: 1 })
  }
  return inner(schema)
}

interface Surroundings {
  inner(part: Schema): fc.Arbitrary<unknown>
  known: string[]
  schemas: Record<string, Schema>
}

function fittingValues(schema: Schema, around: Surroundings): fc.Arbitrary<unknown> {
  const { inner, schemas } = around
  const name = schema.$ref?.split('/').at(-1)
  if (name) return fc.constant(undefined).chain(() => inner(schemas[name] ?? {}))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return fc.oneof(...choices.map(inner))
  switch (schema.type) {
    case 'object':
      return objects(schema, inner)
    case 'array':
      return fc.array(inner(schema.items ?? {}), { maxLength: MOST_ENTRIES })
    case 'string':
      return texts(schema, around.known)
    case 'integer':
    case 'number':
      return numbers(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return anything
  }
}

function objects(
  { properties = {}, required = [], additionalProperties }: Schema,
  inner: Surroundings['inner'],
) {
  const entries = Object.entries(properties).map(([name, part]) => [name, inner(part)])
  const named: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(entries)
  const described = fc.record(named, { requiredKeys: required.filter((name) => name in named) })
  if (typeof additionalProperties !== 'object') return described
  const more = fc.dictionary(hostileText, inner(additionalProperties), { maxKeys: MOST_ENTRIES })
  return fc.tuple(described, more).map(([one, other]) => ({ ...other, ...one }))
}

function texts({ minLength = 0, maxLength = MOST_LETTERS }: Schema, known: string[]): fc.Arbitrary<string> {
  const least = Math.min(minLength, MOST_LETTERS)
  return fc.oneof(
    fc.constantFrom(...known),
    fc.constantFrom(
      'visitor@works.example',
      '2026-05-01',
      'CL 25',
      '25',
      '24',
      '12 mm',
      'https://works.example/a.jpg',
    ),
    fc.string({
      unit: 'grapheme',
      minLength: least,
      maxLength: Math.max(least, Math.min(maxLength, MOST_LETTERS)),
    }),
    hostileText,
  )
}

function numbers({ type, minimum = -1000, maximum = 1_000_000 }: Schema): fc.Arbitrary<number> {
  const within = fc.integer({
    min: Math.ceil(minimum),
    max: Math.floor(Math.min(maximum, Number.MAX_SAFE_INTEGER)),
  })
  return type === 'integer' ? within : fc.oneof(within, fc.double({ noNaN: true, noDefaultInfinity: true }))
}
