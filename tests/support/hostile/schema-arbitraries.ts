import fc from 'fast-check'

/** The part of JSON Schema that the API description uses. */
export interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  nullable?: boolean
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

/** Texts that often reveal errors. */
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
const MAX_TEXT_LENGTH = 60
const MAX_ENTRIES = 4

export const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: MAX_TEXT_LENGTH }),
  fc.string({ unit: 'grapheme', maxLength: MAX_TEXT_LENGTH }),
)

/** Any JSON value, also those that no contract accepts. */
const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[[[]]]]),
  hostileText,
  fc.jsonValue({ maxDepth: 3 }),
)

/**
 * Generates values for a schema: mostly valid ones, with an invalid part now and then. `known`: texts with a meaning for
 * the server, such as existing ids.
 */
export function createSchemaArbitrary(
  schema: Schema,
  known: string[],
  schemas: Record<string, Schema>,
): fc.Arbitrary<unknown> {
  const inner = (part: Schema): fc.Arbitrary<unknown> => {
    const fitting = createMatchingArbitrary(part, { inner, known, schemas })
    return fc.oneof({ arbitrary: fitting, weight: 12 }, { arbitrary: anyJson, weight: 1 })
  }
  return inner(schema)
}

interface ArbitraryContext {
  inner(part: Schema): fc.Arbitrary<unknown>
  known: string[]
  schemas: Record<string, Schema>
}

function createMatchingArbitrary(schema: Schema, context: ArbitraryContext): fc.Arbitrary<unknown> {
  const { inner, schemas } = context
  const name = schema.$ref?.split('/').at(-1)
  if (name) return fc.constant(undefined).chain(() => inner(schemas[name] ?? {}))
  if (schema.nullable)
    return fc.oneof(fc.constant(null), createMatchingArbitrary({ ...schema, nullable: false }, context))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return fc.oneof(...choices.map(inner))
  switch (schema.type) {
    case 'object':
      return createObjectArbitrary(schema, inner)
    case 'array':
      return fc.array(inner(schema.items ?? {}), { maxLength: MAX_ENTRIES })
    case 'string':
      return createStringArbitrary(schema, context.known)
    case 'integer':
    case 'number':
      return createNumberArbitrary(schema)
    case 'boolean':
      return fc.boolean()
    default:
      return anyJson
  }
}

function createObjectArbitrary(
  { properties = {}, required = [], additionalProperties }: Schema,
  inner: ArbitraryContext['inner'],
) {
  const entries = Object.entries(properties).map(([name, part]) => [name, inner(part)])
  const named: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(entries)
  const described = fc.record(named, { requiredKeys: required.filter((name) => name in named) })
  if (typeof additionalProperties !== 'object') return described
  const more = fc.dictionary(hostileText, inner(additionalProperties), { maxKeys: MAX_ENTRIES })
  return fc.tuple(described, more).map(([one, other]) => ({ ...other, ...one }))
}

function createStringArbitrary(
  { minLength = 0, maxLength = MAX_TEXT_LENGTH }: Schema,
  known: string[],
): fc.Arbitrary<string> {
  const minChars = Math.min(minLength, MAX_TEXT_LENGTH)
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
      minLength: minChars,
      maxLength: Math.max(minChars, Math.min(maxLength, MAX_TEXT_LENGTH)),
    }),
    hostileText,
  )
}

function createNumberArbitrary({ type, minimum = -1000, maximum = 1_000_000 }: Schema): fc.Arbitrary<number> {
  const within = fc.integer({
    min: Math.ceil(minimum),
    max: Math.floor(Math.min(maximum, Number.MAX_SAFE_INTEGER)),
  })
  // Adding 0 makes 0 of -0, which JSON.stringify does not keep.
  const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
  return type === 'integer' ? within : fc.oneof(within, anyNumber)
}
