import { z } from 'zod'
import { SearchText } from '../item/item.ts'
import { TextWithoutNul } from '../text-without-nul.ts'
import { TranslatedLanguage } from '../translated-language.ts'

/** Maximum number of characters of a translation: that of the longest text, and a half. */
const MAX_LENGTH = 30_000

/** Where texts of the content stand, with the labels of the screen. A text that stands in several is listed in the first. */
export const TEXT_GROUPS = {
  site: 'Settings of the site',
  publication: 'Pages and articles',
  label: 'Names of specifications and categories',
  value: 'Values of specifications',
  machine: 'Machines',
  service: 'Services',
  spare: 'Spare parts',
} as const
export type TextGroup = keyof typeof TEXT_GROUPS
export const TEXT_GROUP_NAMES = Object.keys(TEXT_GROUPS) as [TextGroup, ...TextGroup[]]

export const TRANSLATION_STATES = {
  missing: 'To translate',
  unreviewed: 'To be reviewed',
  done: 'Translated',
} as const
export type TranslationState = keyof typeof TRANSLATION_STATES
export const TRANSLATION_STATE_NAMES = Object.keys(TRANSLATION_STATES) as [
  TranslationState,
  ...TranslationState[],
]

/** A text where staff have written it. */
export interface PlacedText {
  /** What the document is, which tells where its earlier texts are. */
  kind: 'settings' | 'publication' | 'item'
  group: TextGroup
  /** The id of the item, the publication, or the section of the settings. */
  document: string
  /** What staff call the document. */
  documentName: string
  /** Its place in the document, by which earlier texts are found. */
  path: string
  /** The label of its field. */
  label: string
  text: string
}

/** A text of the content with its translation. */
export const TranslationRow = z.object({
  source: z.string().meta({ description: 'The English text' }),
  group: z.enum(TEXT_GROUP_NAMES),
  translation: z.string().meta({ description: "'' without one: visitors read the English text" }),
  state: z.enum(TRANSLATION_STATE_NAMES),
  uses: z
    .array(z.object({ label: z.string(), group: z.enum(TEXT_GROUP_NAMES), document: z.string() }))
    .meta({ description: 'The first places where it stands, with the document of each' }),
  useCount: z.number().int(),
  previous: z
    .object({ source: z.string(), translation: z.string() })
    .nullable()
    .meta({ description: 'What stood there before it was changed, if that is translated and this is not' }),
})
export type TranslationRow = z.infer<typeof TranslationRow>

export const TranslationQuery = z.object({
  language: TranslatedLanguage,
  group: z.enum(TEXT_GROUP_NAMES).optional(),
  state: z.enum(TRANSLATION_STATE_NAMES).optional(),
  document: TextWithoutNul.max(100)
    .optional()
    .meta({ description: 'The id of an item, a page or a section' }),
  search: SearchText.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
export type TranslationQuery = z.infer<typeof TranslationQuery>

/** How many of the texts of the content are translated into each language. */
export const TranslationProgress = z.object({
  texts: z.number().int(),
  languages: z.record(TranslatedLanguage, z.object({ done: z.number().int(), unreviewed: z.number().int() })),
})
export type TranslationProgress = z.infer<typeof TranslationProgress>

/** A translation to be saved. */
export const TranslationBody = z.object({
  language: TranslatedLanguage,
  source: TextWithoutNul.min(1).max(MAX_LENGTH),
  translation: TextWithoutNul.trim()
    .max(MAX_LENGTH, `A translation can have at most ${MAX_LENGTH} characters.`)
    .meta({ description: "'' removes it" }),
  previous: z.string().optional().meta({
    description: "The translation that was changed, '' for none; 409 if it is another now",
  }),
})
export type TranslationBody = z.infer<typeof TranslationBody>
