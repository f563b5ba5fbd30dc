import type { AuditAction } from '#contracts/account/audit-log.ts'
import { toBusinessDate } from '#contracts/business-date.ts'
import { diffFields } from '#contracts/fields/diff-fields.ts'
import { capitalize } from '#contracts/format.ts'
import {
  PUBLICATION_FIELDS,
  PUBLICATION_LABELS,
  type PublicationContent,
  type PublicationState,
  type PublicationType,
  validatePublication,
} from '#contracts/publication/fields.ts'
import { PublicationContentSchema } from '#contracts/publication/publication.ts'
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
  findOtherNotice,
  findPublication,
  insertPublication,
  listScheduled,
  type StoredPublication,
  updatePublication,
} from './store.ts'
import { findPublicationRevision, savePublicationRevision } from './store-history.ts'

/* Every write of a publication, in a transaction with its revision and its audit entry. */

type CommandDeps = Pick<EditingDeps, 'db' | 'clock' | 'events'>
type By = Pick<Actor, 'accountId' | 'name'>

/** Who publishes what is scheduled. */
const SCHEDULE: By = { accountId: undefined, name: 'Schedule' }

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
  return diffFields(PUBLICATION_FIELDS[type], { before, after }, label).map(({ field, ...texts }) => {
    return { field: capitalize(field.slice(`${label}, `.length)), ...texts }
  })
}

/** Stores a new publication with media ids for pictures. A repeated request with its key returns what is stored. */
export function createPublication(
  deps: CommandDeps,
  actor: Actor,
  {
    type,
    content,
    requestKey: id = newId(),
  }: { type: PublicationType; content: PublicationContent; requestKey?: string | undefined },
): Promise<StoredPublication> {
  return changeContent(deps, async (tx, at) => {
    const stored = await findPublication(tx, id)
    if (stored) return stored
    await assertOnlyNotice(tx, { id, content, state: content.state })
    const after = await insertPublication(tx, { id, type, content, at })
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
    assertNotArchived(before)
    if (diffPublications(before.type, before.content, content).length === 0) return before
    return replace(tx, actor, { before, content, state: content.state, at })
  })
}

/** Publishes a publication, makes it a draft, or moves it to the archive. Throws 404, 409, and 400 for an incomplete one to be published. */
export function setPublicationState(
  deps: CommandDeps,
  actor: By,
  { id, state, revision }: { id: string; state: PublicationState; revision: number },
): Promise<StoredPublication> {
  return changeContent(deps, async (tx, at) => {
    const before = await getUnchanged(tx, id, revision)
    if (state === before.state) return before
    if (state === 'scheduled' && !before.content.publishOn)
      throw badRequest('Enter the day of publication in the form.')
    const content: PublicationContent = { ...before.content, state: state === 'archived' ? 'draft' : state }
    assertComplete(before.type, content)
    return replace(tx, actor, { before, content, state, at })
  })
}

/** Publishes what is scheduled for a day that has begun in India. Calls `onError` for what fails, which is tried again next time. */
export async function publishDue(deps: CommandDeps & { onError: (error: unknown) => void }): Promise<void> {
  const today = toBusinessDate(deps.clock())
  for (const { id, revision, content } of await listScheduled(deps.db))
    if (content.publishOn <= today)
      await setPublicationState(deps, SCHEDULE, { id, state: 'published', revision }).catch(deps.onError)
}

/** Makes an earlier revision the content again, as a new revision in the present state. Throws 404, and 409 if it is archived. */
export function restoreRevision(
  deps: CommandDeps,
  actor: Actor,
  { id, revision, current }: { id: string; revision: number; current: number },
): Promise<StoredPublication> {
  return changeContent(deps, async (tx, at) => {
    const before = await getUnchanged(tx, id, current)
    assertNotArchived(before)
    const found = await findPublicationRevision(tx, id, revision)
    if (!found) throw badRequest('This version is not kept any more.')
    if (!PublicationContentSchema[before.type].safeParse(found.content).success)
      throw badRequest('This version contains something that cannot be restored any more.')
    // What a version says is restored, not whether and where the site showed it then.
    const { state, publishOn } = before.content
    const use =
      'purpose' in before.content
        ? { placement: before.content.placement, purpose: before.content.purpose }
        : {}
    const content: PublicationContent = { ...found.content, ...use, state, publishOn }
    assertComplete(before.type, content)
    return replace(tx, actor, { before, content, state, at, action: 'restored' })
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

/** Throws 400 if visitors would read something in which a field is still empty. */
function assertComplete(type: PublicationType, content: PublicationContent): void {
  const missing = validatePublication(type, content).find(({ isMissing }) => isMissing)
  if (missing) throw badRequest(`${content.title} is not complete. ${missing.message}`)
}

function assertNotArchived({ state, content }: StoredPublication): void {
  if (state === 'archived') throw conflict('archived', `${content.title} is archived. Restore it first.`)
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
  actor: By,
  { before, content, state, at, action = getAction(before.state, state) }: Replacement,
): Promise<StoredPublication> {
  await assertOnlyNotice(tx, { id: before.id, content, state })
  const after = await updatePublication(tx, before, { content, state, at })
  const changed = diffPublications(before.type, before.content, content).map(({ field }) => field)
  return record(tx, actor, { after, action, detail: changed.join(', ') })
}

function getAction(from: PublicationState, to: PublicationState): AuditAction {
  if (from === to) return 'changed'
  if (to === 'archived') return 'archived'
  if (from === 'archived') return 'restored'
  if (to === 'published') return 'published'
  return from === 'published' ? 'unpublished' : 'changed'
}

async function record(
  tx: Tx,
  actor: By,
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

/** Throws 409 if another page is the privacy notice: a form can show one only. */
async function assertOnlyNotice(
  tx: Tx,
  { id, state, content }: Pick<StoredPublication, 'id' | 'state' | 'content'>,
): Promise<void> {
  if (state === 'archived' || !('purpose' in content) || content.purpose !== 'privacy') return
  const other = await findOtherNotice(tx, id)
  if (other === undefined) return
  throw conflict('second-notice', `${other} is the privacy notice. Change what that page is for first.`)
}

const toSubject = ({ id, content }: Pick<StoredPublication, 'id' | 'content'>) =>
  ({ subject: 'publication', subjectId: id, subjectName: content.title }) as const

/** Throws 404, and 409 with the name of the last author if the publication has another revision. */
async function getUnchanged(db: Db, id: string, revision: number | undefined): Promise<StoredPublication> {
  const found = await getPublicationOrThrow(db, id)
  if (revision === undefined || revision === found.revision) return found
  const latest = await findPublicationRevision(db, id, found.revision)
  const author = latest?.by || 'A colleague'
  throw conflict(
    'changed-meanwhile',
    `${author} changed ${found.content.title} while you were working on it.`,
  )
}
