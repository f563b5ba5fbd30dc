import { globSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createSchemaArbitrary, type Schema } from '../support/hostile/schema-arbitraries.ts'
import { PROJECT } from '../support/project.ts'

const CONTRACTS = join(PROJECT, 'src/contracts')
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
const RUNS = 150

/** Every contract of the API with its name. */
const contracts: [string, z.ZodType][] = []
for (const file of globSync('**/*.ts', { cwd: CONTRACTS }).sort()) {
  if (file.includes('.test.')) continue
  const module = (await import(join(CONTRACTS, file))) as Record<string, unknown>
  for (const [name, value] of Object.entries(module))
    if (value instanceof z.ZodType) contracts.push([name, value])
}

const asSchema = (contract: z.ZodType) =>
  z.toJSONSchema(contract, { io: 'input', target: 'openapi-3.0', unrepresentable: 'any' }) as Schema

test('The list of contracts contains the known ones', () => {
  expect(contracts.map(([name]) => name)).toEqual(
    expect.arrayContaining(['EnquiryBody', 'Machine', 'SiteContentBody']),
  )
})

test.each(contracts)(
  'The contract %s accepts a value or returns issues, never throws, and a parsed value survives serialization as JSON',
  (_name, contract) => {
    const values = createSchemaArbitrary(asSchema(contract), ['none'], {})
    const property = fc.property(values, (value) => {
      const { success, data, error } = contract.safeParse(value)
      expect(success || (error?.issues.length ?? 0) > 0).toBe(true)
      if (success)
        expect(JSON.parse(JSON.stringify({ data }))).toEqual({
          ...(data !== undefined && { data: withoutNegativeZero(data) }),
        })
    })
    fc.assert(property, { seed: SEED, numRuns: RUNS })
  },
)

/** JSON.stringify writes -0 as 0, which loses nothing. */
function withoutNegativeZero(value: unknown): unknown {
  if (value === 0) return 0
  if (Array.isArray(value)) return value.map(withoutNegativeZero)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutNegativeZero(part)]))
}
