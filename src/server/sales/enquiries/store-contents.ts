import type { EnquiryLine, EnquiryLineBody } from '#contracts/enquiry/enquiry.ts'
import type { AttachmentSummary } from '#contracts/files/attachment.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { NewLine, RequestedItem } from './rules.ts'

/**
 * Returns the requested item of every line, in any state, because a repeated enquiry is recognised by its items. Undefined for
 * an item that never existed.
 */
export async function findRequestedItems(
  db: Db,
  lines: EnquiryLineBody[],
): Promise<(RequestedItem | undefined)[]> {
  const keys = [...new Set(lines.map(({ item }) => item))]
  const found = new Map<string, RequestedItem>()
  // The later sources are read for the few keys that the earlier ones lack, so that concurrent changes conflict rarely.
  for (const find of [findCurrent, findRenamed, findDeleted]) {
    const missing = keys.filter((key) => !found.has(key))
    if (missing.length === 0) break
    for (const [key, item] of await find(db, missing)) found.set(key, item)
  }
  return lines.map(({ item }) => found.get(item))
}

type FoundItems = [key: string, item: RequestedItem][]

async function findCurrent(db: Db, keys: string[]): Promise<FoundItems> {
  const rows = await db
    .selectFrom('item')
    .select(['id', 'slug', 'name', 'unpublished_at'])
    .where((eb) => eb.or([eb('id', 'in', keys), eb('slug', 'in', keys)]))
    .execute()
  return rows.flatMap(({ id, slug, name, unpublished_at }): FoundItems => {
    const item = { id, name, isOffered: unpublished_at === null }
    return [
      [slug, item],
      [id, item],
    ]
  })
}

async function findRenamed(db: Db, keys: string[]): Promise<FoundItems> {
  const rows = await db
    .selectFrom('item_slug')
    .innerJoin('item', 'item.id', 'item_slug.item_id')
    .select(['item_slug.slug', 'item.id', 'item.name', 'item.unpublished_at'])
    .where('item_slug.slug', 'in', keys)
    .execute()
  return rows.map(({ slug, id, name, unpublished_at }) => [
    slug,
    { id, name, isOffered: unpublished_at === null },
  ])
}

/** Only the audit log has the names of deleted items. */
async function findDeleted(db: Db, keys: string[]): Promise<FoundItems> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['subject_id', 'subject_name as name'])
    .where('subject', '=', 'item')
    .where('subject_id', 'in', keys)
    .where('action', '=', 'deleted')
    .execute()
  return rows.map(({ subject_id, name }) => [subject_id, { id: null, name, isOffered: false }])
}

export async function insertLines(tx: Tx, enquiryId: string, lines: NewLine[]): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map(({ id, name, quantity, note }, position) => ({
    enquiry_id: enquiryId,
    position,
    item_id: id,
    name,
    quantity,
    note,
  }))
  await tx.insertInto('enquiry_line').values(rows).execute()
}

/** Lines and attachments of one enquiry. */
export interface EnquiryContents {
  lines: EnquiryLine[]
  attachments: AttachmentSummary[]
}

/** Returns lines and attachments of enquiries by their ids; enquiries without any are missing in the map. */
export async function getContents(db: Db, ids: string[]): Promise<Map<string, EnquiryContents>> {
  const contents = new Map<string, EnquiryContents>()
  if (ids.length === 0) return contents
  const lines = await db
    .selectFrom('enquiry_line')
    .leftJoin('item', 'item.id', 'enquiry_line.item_id')
    .select(['enquiry_id', 'item.id as item_id', 'item.slug', 'enquiry_line.name', 'quantity', 'note'])
    .where('enquiry_id', 'in', ids)
    .orderBy('position')
    .execute()
  const attachments = await db
    .selectFrom('attachment')
    .select(['enquiry_id', 'id', 'name', 'type', 'bytes'])
    .where('enquiry_id', 'in', ids)
    .orderBy('position')
    .execute()
  const ofEnquiry = (id: string) => {
    const known = contents.get(id) ?? { lines: [], attachments: [] }
    contents.set(id, known)
    return known
  }
  for (const { enquiry_id, item_id, slug, ...line } of lines)
    ofEnquiry(enquiry_id).lines.push({ item: item_id && slug ? { id: item_id, slug } : null, ...line })
  for (const { enquiry_id, ...attachment } of attachments) ofEnquiry(enquiry_id!).attachments.push(attachment)
  return contents
}

/** Returns the stored lines of an enquiry in their order. */
export async function listLines(db: Db, enquiryId: string): Promise<NewLine[]> {
  return db
    .selectFrom('enquiry_line')
    .select(['item_id as id', 'name', 'quantity', 'note'])
    .where('enquiry_id', '=', enquiryId)
    .orderBy('position')
    .execute()
}
