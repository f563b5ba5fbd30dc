import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import type { UploadedFile } from '#server/kernel/http/multipart.ts'
import type { QuotationDeps } from '../quotations/deps.ts'
import type { QuotationDocumentDeps } from '../quotations/documents/deps.ts'

/** The built files that a private page refers to. */
export interface PrivatePageAssets {
  css: string[]
  js: string[]
  fonts: string[]
}

export interface CustomerPageDeps extends QuotationDeps, Omit<QuotationDocumentDeps, 'readSite'> {
  /** Undefined for a server without pages. */
  assets: PrivatePageAssets | undefined
  /** Holds uploads while they are received. */
  tmpDir: string
  findEnquiry: (id: string) => Promise<Enquiry | undefined>
  /** Stores the file of a visitor, which is deleted unless it becomes part of a quotation within a day. */
  storeFile: (file: UploadedFile) => Promise<{ id: string; name: string }>
}
