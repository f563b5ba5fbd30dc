import sjson from 'secure-json-parse'
import { z } from 'zod'
import type { Specifications } from '#contracts/item/item.ts'
import { filterCompleteSpecifications } from '#contracts/item/parse-item.ts'
import { badRequest } from '#server/kernel/http/problem.ts'

/* How the texts of a form are read and checked. Each function throws 400 for an invalid one. */

export const invalidField = (field: string, message: string) => badRequest(message, [{ field, message }])

export function checkText(label: string, text: string, maxLength: number): void {
  if (text.length > maxLength) throw badRequest(`${label} can have at most ${maxLength} characters.`)
  if (text.includes('\0')) throw badRequest(`${label} cannot contain a null character.`)
}

export function parseFlag(text: string, field: string): boolean {
  if (['true', 'on', '1'].includes(text)) return true
  if (['false', 'off', '0', ''].includes(text)) return false
  throw badRequest(`The field ${field} must be true or false.`)
}

const SpecificationMap = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

export const parseSpecifications = (text: string): Specifications =>
  toSpecifications(
    parseJson(text, SpecificationMap, 'The specifications must be a JSON object of names and values.'),
  )

/** Returns the complete pairs of a map, with values as texts. */
export const toSpecifications = (map: z.infer<typeof SpecificationMap>): Specifications =>
  filterCompleteSpecifications(Object.entries(map).map(([key, value]) => [key, String(value ?? '')]))

/** Reads a JSON list of texts; '' → []. Empty entries are left out. */
export const parseTextList = (text: string, field: string): string[] =>
  parseTexts(text, field)
    .map((entry) => entry.trim())
    .filter(Boolean)

export const parseTexts = (text: string, field: string): string[] =>
  parseJson(text || '[]', z.array(z.string()), `The field ${field} must be a JSON list of texts.`)

/** Throws 400 for invalid JSON, for another type and for keys that would change the prototype of an object. */
function parseJson<Value>(text: string, schema: z.ZodType<Value>, message: string): Value {
  try {
    return schema.parse(sjson.parse(text, null, { protoAction: 'error', constructorAction: 'error' }))
  } catch {
    throw badRequest(message)
  }
}
