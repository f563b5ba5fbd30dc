import type { ReactNode } from 'react'
import type { EnquiryListLine } from '#web/site/items/remembered/enquiry-list.ts'

/** What the contact form shows below a field. */
export interface FieldNote {
  error?: ReactNode
  hint?: ReactNode
}
export type FieldNotes = Record<string, FieldNote>

/** What the lazily loaded part of the contact form does while the form is sent. */
export interface FormAssistant {
  /** Shows what is wrong with the fields and focuses the first wrong one. Returns whether all are right. */
  validate(): boolean
  /**
   * Returns further parts of the request with this message. Waits for files that are being uploaded. Throws an Error with a message for
   * visitors if a file is missing.
   */
  prepare(message: string): Promise<object>
  /** Clears what is stored on the device after the enquiry was sent, and remembers the enquiry itself and its sender. */
  finish(
    sent: Pick<SentEnquiry, 'reference' | 'statusPath'>,
    fields: Record<string, unknown>,
  ): Pick<SentEnquiry, 'files' | 'unavailable'>
  /** Fills the fields that are still empty with what is stored on the device. */
  restore(): void
}

/** An enquiry that the server has stored, for its confirmation. */
export interface SentEnquiry {
  reference: string
  /** The page on which the visitor follows the enquiry; a late repetition of the request gets none. */
  statusPath?: string | undefined
  message: string
  lines: readonly EnquiryListLine[]
  /** The names of the attached files. */
  files?: string[]
  /** The names of items that are no longer available, the last `omitted` of which the message had no space for. */
  unavailable?: { names: string[]; omitted: number }
}

export const NONE_UNAVAILABLE: NonNullable<SentEnquiry['unavailable']> = { names: [], omitted: 0 }
