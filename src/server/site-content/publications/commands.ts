import type { AuditAction } from '#contracts/account/audit-log.ts'
import { diffFields } from '#contracts/fields/diff-fields.ts'
import {
  PUBLICATION_FIELDS,
  PUBLICATION_LABELS,
  type PublicationContent,
  type PublicationState,
  type PublicationType,
} from '#contracts/publication/fields.ts'
import type { FieldDifference } from '#contracts/revision.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { badRequest, conflict, notFound } from '#server/kernel/http/problem.ts'
import { newId } from '#server/kernel/ids.ts'
import type { EditingDeps } from '../deps.ts'
import {
  deletePublication,
  findPublication,
  insertPublication,
  type StoredPublication,
  updatePublication,
} from './store.ts'
import { listPublicationRevisions, savePublicationRevision } from './store-history.ts'

/* Every write of a publication, in a transaction with its revision and its audit entry. */

type CommandDeps = Pick<EditingDeps, 'db' | 'clock' | 'events'>

const PUBLICATION = 'Page or article'

export async function getPublicationOrThrow(db: Db, id: string): Promise<StoredPublication> {
  const found = await findPublication(db, id)
  if (!found) throw notFound(PUBLICATION)
  return found
}

/** The fields in which two versions differ, as staff read them. */
export const diffPublications = (
  type: PublicationType,
  before: PublicationContent,
  after: PublicationContent,
): FieldDifference[] => {
  const { label } = PUBLICATION_LABELS[type]
  return diffFields(PUBLICATION_FIELDS[type], { before, after }, label).map(({ field, ...texts }) => ({
    field: field.slice(`${label}, `.length),
    ...texts,
  }))
}

/** Stores a new publication with media ids for pictures. */
export function createPublication(
  deps: CommandDeps,
  actor: Actor,
  { type, content }: { type: PublicationType; content: PublicationContent },
): Promise<StoredPublication> {
  return changeContent(deps, async (tx, at) => {
    const after = await insertPublication(tx, { id: newId(), type, content, at })
    return record(tx, actor, { after, action: 'created' })
  })
}

interface Change {
  id: string
  content: PublicationContent
  /** The revision on which the content is based. */
  revision: number | undefined
}

/** Saves the content of a publication. Throws 404, 409 if it is archived or was changed after that revision. */
export function savePublication(
  deps: CommandDeps,
  actor: Actor,
  { id, content, revision }: Change,
): Promise<StoredPublication> {
  return changeContent(deps, async (tx, at) => {
    const before = await getUnchanged(tx, id, revision)
    if (before.state === 'archived')
      throw conflict('archived', `${before.content.title} is archived. Restore it first.`)
    if (diffPublications(before.type, before.content, content).length === 0) return before
    return replace(tx, actor, { before, content, state: content.state, at })
  })
}

/** Moves a publication to the archive, or out of it as a draft. Throws 404 and 409. */
export function archivePublication(
  deps: CommandDeps,
  actor: Actor,
  { id, archived, revision }: { id: string; archived: boolean; revision: number },
): Promise<StoredPublication> {
  return changeContent(deps, async (tx, at) => {
    const before = await getUnchanged(tx, id, revision)
    if (archived === (before.state === 'archived')) return before
    const content: PublicationContent = { ...before.content, state: 'draft' }
    const state = archived ? 'archived' : 'draft'
    const action = archived ? 'archived' : 'restored'
    return replace(tx, actor, { before, content, state, at, action })
  })
}

/** Makes an earlier revision the content again, as a new revision. Throws 404 and 409. */
export function restoreRevision(
  deps: CommandDeps,
  actor: Actor,
  { id, revision, current }: { id: string; revision: number; current: number },
): Promise<StoredPublication> {
  return changeContent(deps, async (tx, at) => {
    const before = await getUnchanged(tx, id, current)
    const found = (await listPublicationRevisions(tx, id)).find((each) => each.revision === revision)
    if (!found) throw badRequest('This version is not kept any more.')
    const { content } = found
    return replace(tx, actor, { before, content, state: content.state, at, action: 'restored' })
  })
}

/** Deletes an archived publication with its revisions. Throws 404, and 409 if it is not archived. */
export function removePublication(deps: CommandDeps, actor: Actor, id: string): Promise<void> {
  return changeContent(deps, async (tx, at) => {
    const { state, content } = await getPublicationOrThrow(tx, id)
    if (state !== 'archived')
      throw conflict('not-archived', `${content.title} is not archived. Archive it first.`)
    await deletePublication(tx, id)
    await writeAuditEntry(tx, actor, { at, action: 'deleted', ...toSubject({ id, content }) })
  })
}

async function changeContent<Result>(
  { db, clock, events }: CommandDeps,
  work: (tx: Tx, at: string) => Promise<Result>,
): Promise<Result> {
  const result = await inTransaction(db, (tx) => work(tx, toIso(clock())))
  events.emit('content-changed', 'pages')
  return result
}

interface Replacement {
  before: StoredPublication
  content: PublicationContent
  state: PublicationState
  at: string
  action?: AuditAction
}

async function replace(
  tx: Tx,
  actor: Actor,
  { before, content, state, at, action = getAction(before.state, state) }: Replacement,
): Promise<StoredPublication> {
  const after = await updatePublication(tx, before, { content, state, at })
  const changed = diffPublications(before.type, before.content, content).map(({ field }) => field)
  return record(tx, actor, { after, action, detail: changed.join(', ') })
}

function getAction(from: PublicationState, to: PublicationState): AuditAction {
  if (from === to) return 'changed'
  return to === 'published' ? 'published' : 'unpublished'
}

async function record(
  tx: Tx,
  actor: Actor,
  { after, action, detail = '' }: { after: StoredPublication; action: AuditAction; detail?: string },
): Promise<StoredPublication> {
  await savePublicationRevision(tx, actor, after)
  await writeAuditEntry(tx, actor, {
    at: after.updatedAt,
    action,
    ...toSubject(after),
    detail,
    detailKind: 'facts',
  })
  return after
}

const toSubject = ({ id, content }: Pick<StoredPublication, 'id' | 'content'>) =>
  ({ subject: 'publication', subjectId: id, subjectName: content.title }) as const

/** Throws 404, and 409 with the name of the last author if the publication has another revision. */
async function getUnchanged(db: Db, id: string, revision: number | undefined): Promise<StoredPublication> {
  const found = await getPublicationOrThrow(db, id)
  if (revision === undefined || revision === found.revision) return found
  const [latest] = await listPublicationRevisions(db, id)
  const author = latest?.by || 'A colleague'
  throw conflict(
    'changed-meanwhile',
    `${author} changed ${found.content.title} while you were working on it.`,
  )
}
