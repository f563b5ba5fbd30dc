import { ENQUIRY_LIMITS } from '#contracts/enquiry/form-limits.ts'
import type { AttachmentSummary } from '#contracts/files/attachment.ts'
import { formatBytes } from '#contracts/format.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badRequest, conflict } from '#server/kernel/http/problem.ts'
import { assignAttachments } from '../attachments/store-attachments.ts'
import type { SalesContext } from '../context.ts'
import { addSenderNote, getStoredEnquiry } from '../enquiries/commands.ts'
import { getContents } from '../enquiries/store-contents.ts'
import type { Correction } from './forms.ts'
import type { PageTarget } from './load-view.ts'

export type EnquiryTarget = Extract<PageTarget, { enquiryId: string }>

/**
 * Tells staff which contact details the sender of an enquiry corrects. Neither the enquiry nor its customer is changed, because
 * nobody has verified who sends it: staff decide. Throws 400 for a correction without a difference, and as `addSenderNote`.
 */
export const correctContact = (
  context: SalesContext,
  { enquiryId, isEmailed }: EnquiryTarget,
  correction: Correction,
): Promise<void> =>
  inTransaction(context.db, async (tx) => {
    const stored = await getStoredEnquiry(tx, enquiryId)
    const changes = (['name', 'email', 'phone'] as const).flatMap((field) => {
      const text = correction[field]
      return text && text !== stored[field] ? `${field} ${stored[field]} to ${text}` : []
    })
    if (changes.length === 0) throw badRequest('Enter what should change in your contact details.')
    const text = `The sender corrected: ${changes.join('; ')}`
    await addSenderNote(tx, context, { id: enquiryId, isEmailed, text })
  })

/** Throws 409 if the enquiry has as many files as it may have. */
export async function checkRoomForFile(db: Db, enquiryId: string): Promise<void> {
  const { attachments = [] } = (await getContents(db, [enquiryId])).get(enquiryId) ?? {}
  if (attachments.length >= ENQUIRY_LIMITS.attachments)
    throw conflict(
      'too-many-files',
      `An enquiry can have at most ${ENQUIRY_LIMITS.attachments} files. Send more files by email.`,
    )
}

/** Adds an uploaded file to an enquiry and tells staff. A file with the name and size of one that it has is not added. */
export const addFile = (
  context: SalesContext,
  { enquiryId, isEmailed }: EnquiryTarget,
  { id, name, bytes }: AttachmentSummary,
): Promise<void> =>
  inTransaction(context.db, async (tx) => {
    const { attachments = [] } = (await getContents(tx, [enquiryId])).get(enquiryId) ?? {}
    if (attachments.some((other) => other.name === name && other.bytes === bytes)) return
    await checkRoomForFile(tx, enquiryId)
    await assignAttachments(tx, enquiryId, [id])
    const text = `The sender attached the file ${name} (${formatBytes(bytes)})`
    await addSenderNote(tx, context, { id: enquiryId, isEmailed, text })
  })
