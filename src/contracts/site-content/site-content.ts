import { z } from 'zod'
import { Picture } from '../item/item.ts'
import { Revision } from '../revision.ts'
import { type SiteField, setIn } from './fields.ts'
import { SITE_SECTIONS, type SiteContent as SiteContentDocument } from './sections.ts'
import { exceedsDepth, MAX_LENGTHS, validateSiteContent } from './validate-site-content.ts'

/** Maximum number of characters of a draft as JSON. */
const MAX_DRAFT_LENGTH = 300_000
/** Maximum nesting of lists and objects in a draft. The complete document has a depth of 6. */
const MAX_DRAFT_DEPTH = 20

/** The complete site content: what `SITE_SECTIONS` define. What staff save is validated by `validateSiteContent` as well. */
export const SiteContent = toObject(SITE_SECTIONS.flatMap(({ fields }) => fields)) as z.ZodObject<{
  [Key in keyof SiteContentDocument]: z.ZodType<SiteContentDocument[Key]>
}>
export type SiteContent = SiteContentDocument

/** What pages show: without what only the server reads. */
export const PublicSiteContent = SiteContent.omit({ jobFinder: true, search: true })
export type PublicSiteContent = z.infer<typeof PublicSiteContent>

function toObject(fields: readonly SiteField[]): z.ZodObject {
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
    case 'list': {
      const [first] = field.fields
      const isPlain = first && 'path' in first && first.path === '' && first.kind !== 'hotspot'
      return z.array(isPlain ? toSchema(first) : toObject(field.fields))
    }
    default:
      return z.string().max(field.max ?? MAX_LENGTHS[field.kind === 'paragraph' ? 'paragraph' : 'text'])
  }
}

const sections = z.strictObject(
  Object.fromEntries(Object.keys(SiteContent.shape).map((key) => [key, z.unknown()])),
)
/** Unsaved site content. Its fields may be incomplete or invalid; only unknown sections, size and depth are checked. */
export const SiteContentDraft = sections
  .refine((draft) => !exceedsDepth(draft, MAX_DRAFT_DEPTH), {
    error: 'These changes are nested too deeply to be saved.',
    abort: true,
  })
  .refine(
    (draft) => JSON.stringify(draft).length <= MAX_DRAFT_LENGTH,
    'These changes are too long to be saved.',
  )
  .meta({ description: 'Site content that may be incomplete or invalid' })
export type SiteContentDraft = z.infer<typeof SiteContentDraft>

/** Site content to be published, edited from `revision`. Error messages contain the labels of section and field. */
export const SiteContentBody = z.object({
  content: SiteContentDraft.superRefine((content, context) => {
    for (const { field, message } of validateSiteContent(content))
      context.addIssue({ code: 'custom', message, path: field.split('.') })
  }).pipe(SiteContent),
  revision: z.number().int().min(0),
})
export type SiteContentBody = z.infer<typeof SiteContentBody>

/** The site content with everything that the settings screen needs to edit it. */
export const EditedSiteContent = z.object({
  content: SiteContent,
  revision: z.number().int().meta({ description: '0 until the content is saved for the first time' }),
  updatedAt: z.string().nullable(),
  /** The latest change by staff. */
  lastChange: z.object({ by: z.string(), at: z.string(), detail: z.string() }).nullable(),
  automatic: z.record(z.string(), z.string()).meta({
    description: 'The present automatic numbers as text, by the source that the content names',
  }),
  /** Unsaved changes of the signed-in account. */
  draft: z.object({ content: SiteContentDraft, updatedAt: z.string() }).nullable(),
})
export type EditedSiteContent = z.infer<typeof EditedSiteContent>

/** The retained revisions of the site content with their differences from the previous one, newest first. */
export const SiteContentHistory = z.object({
  revision: z.number().int().meta({ description: 'The current one' }),
  revisions: z.array(Revision),
})
export type SiteContentHistory = z.infer<typeof SiteContentHistory>

export const RestoredSiteContent = z.object({
  revision: z.number().int().min(0),
  current: z.number().int().min(0).meta({ description: 'The revision that the restoration replaces' }),
})
export type RestoredSiteContent = z.infer<typeof RestoredSiteContent>
