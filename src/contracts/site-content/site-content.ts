import { z } from 'zod'
import { toFieldsSchema } from '../fields/fields-schema.ts'
import { exceedsDepth } from '../fields/validate-fields.ts'
import { Revision } from '../revision.ts'
import { PageLanguages } from '../translated-language.ts'
import { OpeningHours } from './opening-hours.ts'
import { SITE_SECTIONS, type SiteContent as SiteContentDocument } from './sections.ts'
import { validateSiteContent } from './validate-site-content.ts'

/** Maximum number of characters of a draft as JSON. */
const MAX_DRAFT_LENGTH = 300_000
/** Maximum nesting of lists and objects in a draft. The complete document has a depth of 6. */
const MAX_DRAFT_DEPTH = 20

/** The complete site content: what `SITE_SECTIONS` define. What staff save is validated by `validateSiteContent` as well. */
export const SiteContent = toFieldsSchema(SITE_SECTIONS.flatMap(({ fields }) => fields)) as z.ZodObject<{
  [Key in keyof SiteContentDocument]: z.ZodType<SiteContentDocument[Key]>
}>
export type SiteContent = SiteContentDocument

const PageLinks = z.array(z.object({ title: z.string(), path: z.string() })).optional()

/** What pages show: without what only the server reads. */
export const PublicSiteContent = SiteContent.omit({ jobFinder: true, search: true }).extend({
  pages: PageLinks.meta({ description: 'Further links of the footer: articles and pages of staff' }),
  menu: PageLinks.meta({ description: "What the menu's entry 'More' links to; without any, there is none" }),
  privacyNotice: z
    .object({ title: z.string(), path: z.string(), version: z.string() })
    .optional()
    .meta({ description: 'The page that is the privacy notice. Forms send the version that they showed' }),
  openingHours: z.array(OpeningHours).optional().meta({
    description: 'The hours of `company.hours` for programs, as far as they can be read; day 1 is Monday',
  }),
  translatedInto: PageLanguages,
  labels: z.record(z.string(), z.string()).optional().meta({
    description:
      'In another language: the names of specifications, categories and subjects by the English ones',
  }),
})
export type PublicSiteContent = z.infer<typeof PublicSiteContent>

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
