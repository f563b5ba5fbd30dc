import { hash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { QuotationBody } from '#contracts/quotation/quotation.ts'
import {
  describeQuotationState,
  QUOTATION_DOCUMENT_TITLES,
  type QuotationDocumentKind,
} from '#contracts/quotation/states.ts'
import { toIso } from '#server/kernel/clock.ts'
import { toSafeFileName } from '#server/kernel/files/file-formats.ts'
import { conflict, notFound } from '#server/kernel/http/problem.ts'
import { chooseFile, readPictures } from '#server/kernel/pdf/picture-files.ts'
import type { DocumentDeps } from '../../deps.ts'
import { missingExchangeRate, toCompleteBody } from '../content/calculation.ts'
import { calculateChoice, getOrder } from '../content/choice.ts'
import { toSeller } from '../content/seller.ts'
import { findEnquiryReference } from '../content/store-references.ts'
import { getQuotation } from '../record.ts'
import { readQuotationSettings } from '../settings/store-settings.ts'
import type { StoredQuotation } from '../store.ts'
import { findAppendix, listIssues, type StoredIssue } from '../store-issues.ts'
import { type Appendix, readAppendix } from './appendix.ts'
import { createDocumentData, type DocumentSource } from './document-data.ts'
import { type DocumentKey, findDocument, insertDocument } from './store.ts'

const TEMPLATE = readFileSync(join(import.meta.dirname, 'quotation.typ'), 'utf8')
/** The width of a picture beside a line, px: 18 mm with 220 dots per inch. */
const PICTURE_WIDTH = 160

export interface DocumentRequest {
  quotationId: string
  /** By default the last issue, or what is being edited. */
  issueNo?: number | undefined
  /** By default the quotation; of an accepted one without a stated issue, the order confirmation. */
  kind?: QuotationDocumentKind | undefined
  /** The address of the site, to which data sheets refer. */
  origin: string
}

export interface QuotationDocument {
  bytes: Buffer
  /** Safe for every system: 'Quotation QTN-2026-27-0042 R2.pdf'. */
  fileName: string
}

/**
 * Returns a PDF document of a quotation. That of an issue is created once and stored, so that it has the same bytes ever
 * after (decision 0185); without `issueNo`, a draft is previewed. Throws 404 for an unknown quotation or issue, 400 for a
 * draft of which parts are missing, 409 when the quotation has no such document in its state, and 503 as `PdfRenderer` does.
 */
export async function getQuotationDocument(
  deps: DocumentDeps,
  { quotationId, issueNo, kind: wantedKind, origin }: DocumentRequest,
): Promise<QuotationDocument> {
  const stored = await getQuotation(deps.db, quotationId)
  const isOrder = stored.state === 'accepted' && issueNo === undefined
  const kind = wantedKind ?? (isOrder ? 'order-confirmation' : 'quotation')
  const isDraft = stored.state === 'draft' || stored.state === 'awaiting-approval' || stored.issueCount === 0
  if (kind === 'quotation' && issueNo === undefined && isDraft) return previewDraft(deps, stored, origin)
  const issues = await listIssues(deps.db, quotationId)
  const issue = issueNo === undefined ? issues[0] : issues.find((each) => each.issueNo === issueNo)
  if (kind !== 'quotation') assertOrdered(stored, { kind, issue })
  if (!issue) throw notFound('Issue of the quotation')
  const source = await toSource(deps, { stored, issue, kind })
  const fileName = createFileName(source)
  // The lines of an order are known when the buyer has accepted.
  const isFinal = kind === 'quotation' || stored.state === 'accepted'
  const key = { quotationId, issueNo: issue.issueNo, kind, revision: stored.revision }
  const create = async () =>
    render(deps, source, await findStoredAppendix(deps, { key, body: issue.body, origin }))
  const bytes = isFinal ? await readOrCreate(deps, key, create) : (await create()).bytes
  return { bytes, fileName }
}

/** Throws 409 unless the quotation can be ordered, or was, as of this issue. */
function assertOrdered(
  { state, issueCount }: StoredQuotation,
  { kind, issue }: { kind: QuotationDocumentKind; issue: StoredIssue | undefined },
): void {
  const name = QUOTATION_DOCUMENT_TITLES[kind].toLowerCase()
  if (kind === 'order-confirmation' && state !== 'accepted')
    throw conflict('not-accepted', `There is no ${name}, because the quotation was not accepted.`)
  if (state !== 'accepted' && state !== 'sent')
    throw conflict(
      'not-sent',
      `There is no ${name}, because the quotation is ${describeQuotationState(state)}.`,
    )
  if (issue && issue.issueNo !== issueCount)
    throw conflict('superseded', `There is no ${name} of this issue, because a later one has replaced it.`)
}

async function previewDraft(
  deps: DocumentDeps,
  stored: StoredQuotation,
  origin: string,
): Promise<QuotationDocument> {
  const { settings } = await readQuotationSettings(deps.db)
  const { company } = await deps.readSite()
  const complete = toCompleteBody(stored.body)
  if (!stored.amounts) throw missingExchangeRate()
  const { number, issueCount, amounts, updatedAt, enquiryId } = stored
  const source: DocumentSource = {
    kind: 'quotation',
    number,
    issueNo: number === null ? 0 : issueCount + 1,
    isDraft: true,
    at: updatedAt,
    validUntil: complete.validUntil ?? settings.validDays,
    body: complete,
    amounts,
    seller: toSeller(company, settings),
    enquiryReference: enquiryId ? await findEnquiryReference(deps.db, enquiryId) : null,
    acceptance: null,
  }
  const { bytes } = await render(deps, source, await readAppendix(deps, complete, origin))
  return { bytes, fileName: createFileName(source) }
}

async function toSource(
  deps: DocumentDeps,
  { stored, issue, kind }: { stored: StoredQuotation; issue: StoredIssue; kind: QuotationDocumentKind },
): Promise<DocumentSource> {
  const { number, acceptance, decidedAt } = stored
  const { issueNo, seller, validUntil, issuedAt } = issue
  const source = {
    kind,
    number,
    issueNo,
    isDraft: false,
    validUntil,
    seller,
    enquiryReference: issue.body.enquiry ? await findEnquiryReference(deps.db, issue.body.enquiry) : null,
  }
  if (kind === 'quotation')
    return { ...source, at: issuedAt, body: issue.body, amounts: issue.amounts, acceptance: null }
  const { body, amounts } = getOrder(stored) ?? calculateChoice(issue, [])
  const at = (acceptance && decidedAt) ?? issuedAt
  return { ...source, at, body, amounts, acceptance }
}

/** Returns the appendix of a document as of its issue, or that of today for an issue that has none stored. */
async function findStoredAppendix(
  deps: DocumentDeps,
  { key, body, origin }: { key: DocumentKey; body: QuotationBody; origin: string },
): Promise<Appendix> {
  if (key.kind !== 'quotation') return { sheets: [], files: [] }
  return (await findAppendix(deps.db, key)) ?? readAppendix(deps, body, origin)
}

function createFileName({ kind, number, issueNo, isDraft, body }: DocumentSource): string {
  const parts = [
    QUOTATION_DOCUMENT_TITLES[kind],
    number?.replaceAll('/', '-') ?? (body.buyer?.company || body.buyer?.name || ''),
    issueNo > 0 && `R${issueNo}`,
    isDraft && 'draft',
  ]
  return toSafeFileName(parts.filter(Boolean).join(' ').replaceAll('/', '-'), 'pdf')
}

/** Returns the stored bytes, or creates and stores them. Of two first requests, both return the bytes of one. */
async function readOrCreate(
  deps: DocumentDeps,
  { revision, ...key }: DocumentKey & { revision: number },
  create: () => Promise<RenderedDocument>,
): Promise<Buffer> {
  const { db, documentStorage, clock } = deps
  const known = await findDocument(db, key)
  if (known) return readFile(deps, known.fileId)
  const { bytes, isComplete } = await create()
  // A file without one of its pictures is not final.
  if (!isComplete) return bytes
  const fileId = randomBytes(16).toString('hex')
  await documentStorage.put(toKey(fileId), bytes)
  const isFirst = await insertDocument(db, key, {
    fileId,
    sha256: hash('sha256', bytes),
    bytes: bytes.length,
    createdAt: toIso(clock()),
    revision,
  })
  if (isFirst) return bytes
  await documentStorage.removeFiles(fileId)
  const first = await findDocument(db, key)
  return first ? readFile(deps, first.fileId) : bytes
}

const toKey = (fileId: string): string => `${fileId}/file`

async function readFile({ documentStorage }: DocumentDeps, fileId: string): Promise<Buffer> {
  const file = await documentStorage.open(toKey(fileId))
  if (!file) throw notFound('The file of this document')
  return buffer(file.stream)
}

interface RenderedDocument {
  bytes: Buffer
  /** Whether it contains all pictures. */
  isComplete: boolean
}

async function render(
  { media, pdfRenderer, blobStorage }: DocumentDeps,
  source: DocumentSource,
  appendix: Appendix,
): Promise<RenderedDocument> {
  const { data, pictures: ids } = createDocumentData(source, appendix)
  const known = await media.describe(ids, '')
  const ofLines = ids.map((id) => {
    const picture = known.get(id)
    return picture && chooseFile(picture, PICTURE_WIDTH)
  })
  const pictureFiles = [...ofLines, ...appendix.sheets.flatMap((sheet) => sheet.pictures)]
  const pictures = await readPictures(blobStorage, pictureFiles)
  const bytes = await pdfRenderer.render({ template: TEMPLATE, data, pictures })
  return { bytes, isComplete: pictureFiles.every((file, index) => !file || pictures[index]) }
}
