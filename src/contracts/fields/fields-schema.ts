import { z } from 'zod'
import { Picture } from '../item/item.ts'
import { type EntryType, type SiteField, setIn } from './fields.ts'
import { MAX_LENGTHS } from './validate-fields.ts'

/** Returns the schema of the document that fields describe. It does not check what `validateFields` checks. */
export function toFieldsSchema(fields: readonly SiteField[]): z.ZodObject {
  return z.object(toShape(fields.reduce(addToTree, {})))
}

interface Tree {
  [key: string]: z.ZodType | Tree
}

function addToTree(tree: Tree, field: SiteField): Tree {
  if (field.kind === 'group') return field.fields.reduce(addToTree, tree)
  if (field.kind === 'hotspot')
    return { ...tree, x: z.number().min(0).max(100), y: z.number().min(0).max(100) }
  const schema = toSchema(field).meta(field.hint ? { description: field.hint } : {})
  return setIn(tree, field.path, field.default === undefined ? schema : schema.default(field.default))
}

/** An object has a default if all of its fields have one. */
function toShape(tree: Tree): Record<string, z.ZodType> {
  const shape = Object.entries(tree).map(([key, branch]) => {
    if (branch instanceof z.ZodType) return [key, branch]
    const object = z.object(toShape(branch))
    const defaults = object.safeParse({})
    return [key, defaults.success ? object.default(defaults.data) : object]
  })
  return Object.fromEntries(shape)
}

function toSchema(field: Exclude<SiteField, { kind: 'group' | 'hotspot' }>): z.ZodType {
  switch (field.kind) {
    case 'number': {
      const number = z.number().min(field.min).max(field.max)
      const whole = field.integer ? number.int() : number
      return field.optional ? whole.nullable() : whole
    }
    case 'choice':
      return z.enum(field.options.map(([value]) => value))
    case 'picture':
      return Picture.extend({ alt: z.string().max(MAX_LENGTHS.text) }).nullable()
    case 'file':
      return SiteFileSchema.nullable()
    case 'rich-text':
      return RichTextSchema
    case 'items':
      return z.array(z.string().max(100)).max(field.max)
    case 'list': {
      if (field.types) return z.array(toEntrySchema(field.types))
      const [first] = field.fields
      const isPlain = first && 'path' in first && first.path === '' && first.kind !== 'hotspot'
      return z.array(isPlain ? toSchema(first) : toFieldsSchema(field.fields))
    }
    default:
      return z.string().max(field.max ?? Math.max(MAX_LENGTHS.text, MAX_LENGTHS[field.kind]))
  }
}

const SiteFileSchema = z
  .object({ id: z.string().max(32), fileName: z.string().max(MAX_LENGTHS.text), bytes: z.number().int() })
  .meta({ description: 'Its address is /files/{id}/{fileName}' })

/** What a text can contain is checked by `findRichTextError`. */
const RichTextSchema = z.object({
  type: z.literal('doc'),
  content: z.array(z.record(z.string(), z.unknown())),
})

function toEntrySchema(types: readonly EntryType[]): z.ZodType {
  const [first, ...rest] = types.map(({ type, fields }) =>
    toFieldsSchema(fields).extend({ type: z.literal(type) }),
  )
  return z.discriminatedUnion('type', [first!, ...rest])
}
