import { DOCUMENT_LIMITS } from '#contracts/files/document-limits.ts'
import { DOCUMENT_FORMATS } from '#contracts/files/file-formats.ts'
import type { DocumentChanges, NewDocumentFields } from '#contracts/files/item-document.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inContentTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import { checkFile } from '#server/kernel/files/check-file.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import type { UploadedFile } from '#server/kernel/http/multipart.ts'
import { conflict, notFound } from '#server/kernel/http/problem.ts'
import { newId } from '#server/kernel/ids.ts'
import { EDITABLE_STATES, getItemOrThrow, type StoredItem } from '../items/store.ts'
import { type DocumentDeps, toStorageKey } from './deps.ts'
import { describeFile } from './describe-file.ts'
import {
  type DocumentRow,
  findDocument,
  insertDocument,
  listDocuments,
  saveOrder,
  updateDocument,
} from './store.ts'

/* Every write of documents, in a transaction with its audit entry. They are not part of the revisions of the item. */

/** The item that a request names, and its document. */
interface Target {
  actor: Actor
  itemId: string
  documentId: string
}

/** Throws 404 unless the item can be edited, and 409 if it has as many documents as it can have. */
export async function assertRoom(db: Db, itemId: string): Promise<StoredItem> {
  const item = await getItemOrThrow(db, { key: itemId }, EDITABLE_STATES)
  const { length } = await listDocuments(db, item.id)
  if (length >= DOCUMENT_LIMITS.perItem)
    throw conflict(
      'too-many-documents',
      `${item.name} has ${length} documents, which is the most that an item can have. Delete one first, or put several files into one ZIP file.`,
    )
  return item
}

/**
 * Checks and stores a file, and adds it to the item as its last document. A file whose record cannot be stored is removed by
 * the sweep. Throws as `checkFile` and `assertRoom` do.
 */
export async function addDocument(
  deps: DocumentDeps,
  {
    actor,
    itemId,
    file,
    fields,
  }: Omit<Target, 'documentId'> & { file: UploadedFile; fields: NewDocumentFields },
): Promise<DocumentRow> {
  const checked = await checkFile(file, DOCUMENT_FORMATS)
  await deps.documentStorage.putFile(toStorageKey(checked.blobId), file.path)
  const suggested = describeFile(checked.fileName, checked.format)
  return inContentTransaction(deps, async (tx) => {
    const item = await assertRoom(tx, itemId)
    const documents = await listDocuments(tx, item.id)
    const at = toIso(deps.clock())
    const row: DocumentRow = {
      id: newId(),
      item_id: item.id,
      position: (documents.at(-1)?.position ?? -1) + 1,
      title: fields.title ?? suggested.title,
      type: fields.type ?? suggested.type,
      language: fields.language === undefined ? suggested.language : fields.language,
      format: checked.format,
      file_name: checked.fileName,
      blob_id: checked.blobId,
      bytes: checked.bytes,
      created_at: at,
      replaced_at: null,
      deleted_at: null,
    }
    await insertDocument(tx, row)
    await recordChange(tx, { actor, item, at, detail: `Document added: ${row.title}` })
    return row
  })
}

/** Gives a document another file of any format. Its address stays the same. Throws 404, and as `checkFile` does. */
export async function replaceFile(
  deps: DocumentDeps,
  { file, ...target }: Target & { file: UploadedFile },
): Promise<DocumentRow> {
  const { format, fileName, blobId, bytes } = await checkFile(file, DOCUMENT_FORMATS)
  await deps.documentStorage.putFile(toStorageKey(blobId), file.path)
  return changeDocument(deps, target, (_tx, { document, at }) =>
    document.blob_id === blobId && document.file_name === fileName
      ? undefined
      : {
          columns: { format, file_name: fileName, blob_id: blobId, bytes, replaced_at: at },
          detail: `Document replaced: ${document.title} (${fileName})`,
        },
  )
}

/** Changes title, type, language or place of a document. What is as requested already is not recorded. Throws 404. */
export const editDocument = (
  deps: DocumentDeps,
  { changes, ...target }: Target & { changes: DocumentChanges },
): Promise<DocumentRow> =>
  changeDocument(deps, target, async (tx, { document }) => {
    const { position, ...columns } = changes
    if (position !== undefined) await moveDocument(tx, document, position)
    const changed = Object.entries(columns).some(
      ([name, value]) => value !== undefined && value !== document[name as keyof typeof columns],
    )
    if (changed) return { columns, detail: `Document changed: ${columns.title ?? document.title}` }
    return position === undefined ? undefined : { columns: {}, detail: `Document moved: ${document.title}` }
  })

/** Deletes a document. It can be restored for a day. Throws 404. */
export async function deleteDocument(deps: DocumentDeps, target: Target): Promise<void> {
  await changeDocument(deps, target, async (_tx, { document, at }) => ({
    columns: { deleted_at: at },
    detail: `Document deleted: ${document.title}`,
  }))
}

/** Restores a deleted document at its place. Throws 404 if it was deleted more than a day ago, and 409 as `assertRoom` does. */
export const restoreDocument = (deps: DocumentDeps, target: Target): Promise<DocumentRow> =>
  changeDocument(
    deps,
    target,
    async (tx, { document }) => {
      if (document.deleted_at === null) return undefined
      await assertRoom(tx, target.itemId)
      return { columns: { deleted_at: null }, detail: `Document restored: ${document.title}` }
    },
    { deleted: true },
  )

/** What a change of a document writes; undefined if there is nothing to change. */
type Change = { columns: Parameters<typeof updateDocument>[2]; detail: string } | undefined

function changeDocument(
  deps: DocumentDeps,
  { actor, itemId, documentId }: Target,
  decide: (tx: Tx, found: { document: DocumentRow; at: string }) => Change | Promise<Change>,
  { deleted = false } = {},
): Promise<DocumentRow> {
  return inContentTransaction(deps, async (tx) => {
    const { item, document } = await getDocumentOrThrow(tx, { itemId, documentId, deleted })
    const at = toIso(deps.clock())
    const change = await decide(tx, { document, at })
    if (!change) return document
    await recordChange(tx, { actor, item, at, detail: change.detail })
    const { columns } = change
    return Object.values(columns).some((value) => value !== undefined)
      ? updateDocument(tx, documentId, columns)
      : document
  })
}

/** Returns a document of this item, which can be edited. Throws 404; a deleted document is found only with `deleted`. */
export async function getDocumentOrThrow(
  db: Db,
  { itemId, documentId, deleted = false }: { itemId: string; documentId: string; deleted?: boolean },
): Promise<{ item: StoredItem; document: DocumentRow }> {
  const item = await getItemOrThrow(db, { key: itemId }, EDITABLE_STATES)
  const found = await findDocument(db, documentId)
  if (found?.item_id !== item.id || (found.deleted_at !== null && !deleted)) throw notFound('Document')
  const { state: _, ...document } = found
  return { item, document }
}

async function moveDocument(tx: Tx, document: DocumentRow, position: number): Promise<void> {
  const others = (await listDocuments(tx, document.item_id)).filter(({ id }) => id !== document.id)
  await saveOrder(tx, [...others.slice(0, position), document, ...others.slice(position)])
}

const recordChange = (
  tx: Tx,
  { actor, item, at, detail }: { actor: Actor; item: StoredItem; at: string; detail: string },
): Promise<void> =>
  writeAuditEntry(tx, actor, {
    at,
    action: 'changed',
    subject: 'item',
    subjectId: item.id,
    subjectName: item.name,
    detail,
    detailKind: 'document',
  })
