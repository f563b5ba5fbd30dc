import { z } from 'zod'
import { toFieldsSchema } from '../fields/fields-schema.ts'
import { exceedsDepth } from '../fields/validate-fields.ts'
import { Picture, SearchText } from '../item/item.ts'
import { Revision } from '../revision.ts'
import { PageLanguages } from '../translated-language.ts'
import type { Block } from './block-types.ts'
import {
  type PageContent,
  PUBLICATION_FIELDS,
  PUBLICATION_STATES,
  PUBLICATION_TYPES,
  type PublicationContent,
  validatePublication,
} from './fields.ts'

/** Maximum number of characters of a publication as JSON. */
const MAX_LENGTH = 400_000
/** The nodes of a text are nested up to 12 times, each in an object and a list, in a block in a list. */
const MAX_DEPTH = 40

/* A publication is a page or an article that staff write with blocks (decision 0240). */

const PublicationType = z.enum(PUBLICATION_TYPES)
const PublicationState = z.enum(
  Object.keys(PUBLICATION_STATES) as ['draft', 'scheduled', 'published', 'archived'],
)

const CONTENT = {
  page: toFieldsSchema(PUBLICATION_FIELDS.page),
  article: toFieldsSchema(PUBLICATION_FIELDS.article),
}
/** What staff write. Saved content is checked by `validatePublication` as well. */
export const PublicationContentSchema = {
  page: CONTENT.page as unknown as z.ZodType<PublicationContent>,
  article: CONTENT.article as unknown as z.ZodType<PublicationContent>,
}
export const PageTemplates = z.array(CONTENT.page as unknown as z.ZodType<PageContent>)
const AnyContent = z.union([CONTENT.article, CONTENT.page]) as unknown as z.ZodType<PublicationContent>

const sent = z
  .record(z.string(), z.unknown())
  .refine((content) => !exceedsDepth(content, MAX_DEPTH), {
    error: 'The content is nested too deeply to be saved.',
    abort: true,
  })
  .refine((content) => JSON.stringify(content).length <= MAX_LENGTH, {
    error: 'The content is too long to be saved.',
    abort: true,
  })

/** A publication to be saved, edited from `revision`; a new one has none. Messages contain the labels of the fields. */
export const PublicationBody = z
  .object({
    type: PublicationType,
    content: sent,
    revision: z.number().int().min(1).optional(),
    requestKey: z.uuid().optional().meta({ description: 'Repeated requests with it create one publication' }),
  })
  .superRefine(({ type, content }, context) => {
    for (const { field, message } of validatePublication(type, content))
      context.addIssue({ code: 'custom', message, path: ['content', ...field.split('.')] })
  })
export type PublicationBody = z.infer<typeof PublicationBody>

/** A publication with everything that its form needs. */
export const EditedPublication = z.object({
  id: z.string(),
  type: PublicationType,
  slug: z.string(),
  path: z.string().meta({ description: 'The path of its page on the site' }),
  state: PublicationState,
  content: AnyContent,
  revision: z.number().int(),
  updatedAt: z.string(),
})
export type EditedPublication = z.infer<typeof EditedPublication>

/** A row of the list of publications for staff. */
export const PublicationRow = EditedPublication.omit({ content: true }).extend({
  title: z.string(),
  publishedAt: z.string().nullable(),
  publishOn: z.string().meta({ description: "The day on which it is published; '' unless it is scheduled" }),
})
export type PublicationRow = z.infer<typeof PublicationRow>

/** Filters of the list for staff. Without a state, archived publications are left out. */
export const PublicationQuery = z.object({
  type: PublicationType.optional(),
  state: PublicationState.optional(),
  search: SearchText.optional(),
  sort: z.enum(['title', 'updated']).default('updated'),
  order: z.enum(['asc', 'desc']).default('desc'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
})
export type PublicationQuery = z.infer<typeof PublicationQuery>

/** Publishes a publication, makes it a draft, or moves it to the archive, without opening it. */
export const PublicationChange = z.object({ state: PublicationState, revision: z.number().int().min(1) })

export const PublicationHistory = z.object({
  publication: EditedPublication.omit({ content: true }).extend({ title: z.string() }),
  revisions: z.array(Revision),
})
export type PublicationHistory = z.infer<typeof PublicationHistory>

/** What visitors read: the content without what only staff need. */
export const Publication = z.object({
  type: PublicationType,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  picture: Picture.extend({ alt: z.string() }).nullable(),
  author: z.string(),
  tags: z.array(z.string()),
  blocks: CONTENT.page.shape.blocks as unknown as z.ZodType<Block[]>,
  publishedAt: z.string(),
  updatedAt: z.string(),
  languages: PageLanguages,
  unpublished: z
    .enum(['draft', 'scheduled'])
    .optional()
    .meta({ description: 'It is not published yet; only staff can read it' }),
})
export type Publication = z.infer<typeof Publication>

export const ArticleSummary = Publication.omit({
  blocks: true,
  unpublished: true,
  type: true,
  languages: true,
})
export type ArticleSummary = z.infer<typeof ArticleSummary>

/** The published articles, newest first, of one subject or of all. */
export const ArticlesQuery = z.object({
  tag: z.string().max(300).optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(1).max(100))
    .optional(),
  offset: z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number')
    .transform(Number)
    .optional(),
})
export type ArticlesQuery = z.infer<typeof ArticlesQuery>

export const Articles = z.object({
  articles: z.array(ArticleSummary),
  total: z.number().int(),
  tags: z.array(z.string()).meta({ description: 'The subjects of all articles, the most frequent first' }),
})
export type Articles = z.infer<typeof Articles>
