import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { checkEmail } from '#contracts/enquiry/contact-details.ts'
import { checked, unlessEmpty } from '#contracts/enquiry/enquiry.ts'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { AttachmentId, type AttachmentSummary } from '#contracts/files/attachment.ts'
import { formatCount } from '#contracts/format.ts'
import { QUOTATION_LIMITS } from '#contracts/quotation/limits.ts'
import type { DraftLine } from '#contracts/quotation/quotation.ts'
import { DECLINE_REASONS } from '#contracts/quotation/states.ts'
import { TextWithoutNul } from '#contracts/text-without-nul.ts'
import { HttpProblem, unsupportedMediaType } from '#server/kernel/http/problem.ts'
import { toSingleLine } from '#server/kernel/text.ts'
import type { FileReceiver } from '../attachments/receive-file.ts'
import type { SalesContext } from '../context.ts'
import { accept, ask, decline, type Outcome, requestRenewal } from './commands.ts'

/** The maximum numbers of characters in the forms of a customer. */
export const TEXT_LIMITS = {
  name: 100,
  purchaseOrder: QUOTATION_LIMITS.purchaseOrderLength,
  message: 5000,
} as const

/** The fields of a form as a browser sends them. */
export type FormFields = Record<string, string>

const text = (max: number) =>
  TextWithoutNul.trim()
    .max(max, `This is longer than ${formatCount(max)} characters.`)
    .default('')
const required = (max: number, message: string) => text(max).refine((value) => value !== '', message)
const whole = z.coerce.number('A part of this form is missing. Reload the page and try again.').int().min(1)

/** What the sender of an enquiry corrects on its page; '' stays as it is. */
export const Correction = z.object({
  name: text(TEXT_LIMITS.name).overwrite(toSingleLine),
  email: checked(text(FORM_LIMITS.emailLength), unlessEmpty(checkEmail)),
  phone: text(FORM_LIMITS.phoneLength).overwrite(toSingleLine),
})
export type Correction = z.infer<typeof Correction>

/** Who sent a form for which quotation, with the keys of the chosen options. */
interface Sender {
  id: string
  name: string
  chosen: string[]
}
type Run = (context: SalesContext, sender: Sender) => Promise<Outcome>

/** The forms of the page by the address of their buttons. Each becomes the function that does what it asks for. */
export const FORMS = {
  accept: z
    .object({
      issue: whole,
      total: z.coerce.number().optional(),
      name: required(TEXT_LIMITS.name, 'Enter your name.'),
      position: required(TEXT_LIMITS.name, 'Enter your position.'),
      purchaseOrder: text(TEXT_LIMITS.purchaseOrder),
      fileId: AttachmentId.optional(),
    })
    .transform(
      ({ issue: issueNo, total: shownTotal, fileId, ...given }): Run =>
        (context, { id, name: buyerName, chosen }) =>
          accept(context, { ...given, id, buyerName, issueNo, chosen, fileId, shownTotal }),
    ),
  decline: z
    .object({
      issue: whole,
      reason: z.enum(DECLINE_REASONS, 'Choose a reason.'),
      details: text(TEXT_LIMITS.message),
    })
    .transform(
      ({ issue: issueNo, ...given }): Run =>
        (context, { id, name }) =>
          decline(context, { ...given, id, name, issueNo }),
    ),
  question: z.object({ question: required(TEXT_LIMITS.message, 'Enter your question.') }).transform(
    ({ question: text }): Run =>
      (context, { id, name }) =>
        ask(context, { id, name, text }),
  ),
  renewal: z.object({ renewal: text(TEXT_LIMITS.message) }).transform(
    ({ renewal: text }): Run =>
      (context, { id, name }) =>
        requestRenewal(context, { id, name, text }),
  ),
}

export type FormAction = keyof typeof FORMS
export const FORM_ACTIONS = Object.keys(FORMS) as FormAction[]

/**
 * Returns what a form contains that its action did not use and that the page does not show by itself; undefined if there is
 * nothing. Every button sends all fields of the page.
 */
export function findUnsent(
  fields: FormFields,
  action: FormAction,
  shown: Partial<Record<string, string>>,
): FormFields | undefined {
  const isUsed = (name: string) =>
    action === 'question' || action === 'renewal' ? name === action : name !== 'question'
  const unsent = Object.entries(fields).filter(([name]) => !isUsed(name))
  const isEntered = ([name, value]: [string, string]) =>
    !['issue', 'total', 'file'].includes(name) && value.trim() !== '' && value !== shown[name]
  return unsent.some(isEntered) ? Object.fromEntries(unsent) : undefined
}

/** Returns the name of the field for an optional line, or for the line that alternatives can replace. */
export const toOptionName = (kind: 'option' | 'instead', key: string): string => `${kind}:${key}`

/** Returns the keys of the optional lines that a form has chosen. Unknown ones are left to `applyChoice`. */
export function readChosen(fields: FormFields, lines: Pick<DraftLine, 'key'>[]): string[] {
  const chosen = new Set(
    Object.entries(fields).flatMap(([name, value]) =>
      /^(?:option|instead):/.test(name) && value ? [value] : [],
    ),
  )
  const known = lines.flatMap(({ key = '' }) => (chosen.delete(key) ? [key] : []))
  return [...known, ...chosen]
}

/** Returns the first sentence about every wrong field. */
export function listErrors(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of error.issues) errors[String(path[0])] ??= message
  return errors
}

/** The fields of a form, and why its file was not stored. */
export interface SentForm {
  fields: FormFields
  errors: Record<string, string>
}

/** Returns the fields of a form that was not sent as multipart. */
export function readFields(request: FastifyRequest): FormFields {
  const { body } = request
  if (request.headers['content-type']?.startsWith('application/json'))
    throw unsupportedMediaType('Send a form.')
  return (body ?? {}) as FormFields
}

/** Reads a form. A file of it is stored, so that it stays attached while something else is corrected or asked. */
export async function withForm<Result>(
  request: FastifyRequest,
  { receiveForm }: FileReceiver,
  handle: (sent: SentForm) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) return handle({ fields: readFields(request), errors: {} })
  return receiveForm(request, async (fields, storeFile) =>
    handle(storeFile ? await withStoredFile(fields, storeFile) : { fields, errors: {} }),
  )
}

async function withStoredFile(
  fields: FormFields,
  storeFile: () => Promise<AttachmentSummary>,
): Promise<SentForm> {
  try {
    const { id: fileId, name: fileName } = await storeFile()
    return { fields: { ...fields, fileId, fileName }, errors: {} }
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error
    return { fields, errors: { file: error.message } }
  }
}
