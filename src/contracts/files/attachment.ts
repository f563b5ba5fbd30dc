import { z } from 'zod'
import { MAX_ATTACHMENT_SIZE } from '../enquiry/form-limits.ts'
import { ATTACHMENT_FORMATS } from './file-formats.ts'

/** The id of an uploaded file. It cannot be guessed: whoever knows it can add the file to an enquiry. */
export const AttachmentId = z.string().regex(/^[\w-]{10,40}$/, 'This is no id of a file.')

/** A file that a visitor sends with an enquiry. `name` is the visitor's name of the file; `type` is known from its content. */
export const AttachmentSummary = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(ATTACHMENT_FORMATS),
  bytes: z
    .number()
    .int()
    .meta({ description: `At most ${MAX_ATTACHMENT_SIZE}` }),
})
export type AttachmentSummary = z.infer<typeof AttachmentSummary>
