import { z } from 'zod'
import { TextWithoutNul } from '../text-without-nul.ts'
import {
  DOCUMENT_LANGUAGE_LABELS,
  DOCUMENT_TYPE_LABELS,
  type DocumentLanguage,
  type DocumentType,
} from './document-labels.ts'
import { DOCUMENT_LIMITS, MAX_DOCUMENT_SIZE } from './document-limits.ts'
import { DOCUMENT_FORMATS } from './file-formats.ts'

const TYPES = Object.keys(DOCUMENT_TYPE_LABELS) as [DocumentType, ...DocumentType[]]
const LANGUAGES = Object.keys(DOCUMENT_LANGUAGE_LABELS) as [DocumentLanguage, ...DocumentLanguage[]]

const Type = z.enum(TYPES, `The type must be one of ${TYPES.join(', ')}.`)
const Language = z.enum(LANGUAGES, `The language must be one of ${LANGUAGES.join(', ')}.`)

/**
 * A document of an item, such as a manual. It has no name in the API description: other schemas contain it, and a name that
 * two copies of the schemas use (that of the pages' bundle is the other) cannot be resolved. `format` is known from the
 * content of the file.
 */
export const ItemDocument = z.object({
  id: z.string(),
  title: z.string(),
  type: Type,
  language: Language.optional().meta({ description: 'BCP 47; absent for a document without text' }),
  format: z.enum(DOCUMENT_FORMATS),
  fileName: z.string(),
  bytes: z.number().int(),
  url: z.string().meta({ description: 'Leads to the current file, also after it was replaced' }),
  summary: z.string().meta({ description: 'Type, language, format, size and date in words' }),
  createdAt: z.string(),
  updatedAt: z.string().meta({ description: 'Since when the document has its current file' }),
})
export type ItemDocument = z.infer<typeof ItemDocument>

const Title = TextWithoutNul.trim()
  .min(1, 'Enter a title.')
  .max(DOCUMENT_LIMITS.titleLength, `A title can have at most ${DOCUMENT_LIMITS.titleLength} characters.`)
const Position = z
  .number('The position must be a whole number.')
  .int('The position must be a whole number.')
  .min(0)
  .max(DOCUMENT_LIMITS.perItem - 1)
/** '' and null: the document has no language. */
const OptionalLanguage = z.preprocess((value) => (value === '' ? null : value), Language.nullable())

const binaryFile = z
  .string()
  .meta({ format: 'binary', description: `At most ${MAX_DOCUMENT_SIZE}: PDF, STEP, IGES, DXF, DWG or ZIP` })

/** The text fields of the form that adds a document. Without them, the name of the file says title, type and language. */
export const NewDocumentFields = z.strictObject({
  title: Title.optional(),
  type: Type.optional(),
  language: OptionalLanguage.optional(),
})
export type NewDocumentFields = z.infer<typeof NewDocumentFields>
/** The same form with its file, for the description of the API. */
export const NewDocumentForm = NewDocumentFields.extend({ file: binaryFile })

/** A change of a document as JSON. An absent field is unchanged. */
export const DocumentChanges = z.strictObject({
  title: Title.optional(),
  type: Type.optional(),
  language: OptionalLanguage.optional(),
  position: Position.optional().meta({ description: 'The place among the documents of the item, from 0' }),
})
export type DocumentChanges = z.infer<typeof DocumentChanges>
/** The form that replaces the file of a document. */
export const DocumentFileForm = z.object({ file: binaryFile })

/** The path parameters of a document of an item. */
export const DocumentParams = z.object({ id: z.string().max(200), documentId: z.string().max(100) })
export type DocumentParams = z.infer<typeof DocumentParams>
