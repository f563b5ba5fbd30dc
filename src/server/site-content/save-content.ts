import { isDeepEqual } from '#contracts/fields/fields.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import { listChangedSections } from '#contracts/site-content/validate-site-content.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import type { EditingDeps } from './deps.ts'
import { conflictError, rejectDollarsWithoutRate, SETTINGS_SUBJECT } from './rules.ts'
import {
  deleteDraft,
  findLastChange,
  readSiteContent,
  replaceSiteContent,
  type StoredContent,
} from './store.ts'
import { saveContentRevision } from './store-history.ts'

interface Save {
  /** With media ids for pictures. */
  content: SiteContent
  /** The revision on which the content is based. */
  revision: number
  action: 'changed' | 'restored'
  /** Whether the draft of the account stays, which is not what is saved. */
  keepsDraft?: boolean
}

/** Saves the document with a revision and returns its number. Throws 409 when it was saved after the given revision, and 400 for dollars without a rate. */
export async function saveContent(
  { db, clock, events }: Pick<EditingDeps, 'db' | 'clock' | 'events'>,
  actor: Actor,
  { content, revision, action, keepsDraft = action === 'restored' }: Save,
): Promise<number> {
  let changesSearches = false
  const saved = await inTransaction(db, async (tx) => {
    const before = await readSiteContent(tx)
    if (before.revision !== revision) throw conflictError(await findLastChange(tx))
    if (!keepsDraft) await deleteDraft(tx, actor.accountId ?? '')
    if (action === 'changed') rejectDollarsWithoutRate(before.content, content)
    changesSearches = !isDeepEqual(before.content.search, content.search)
    return storeContent(tx, actor, { before, content, at: toIso(clock()), action })
  })
  events.emit('content-changed', changesSearches ? undefined : 'pages')
  return saved
}

/** Stores another content with its revision and the entry of the audit log, and returns the number of the revision. Throws 409. */
export async function storeContent(
  tx: Tx,
  actor: Actor,
  { before, content, at, action }: Pick<Save, 'content' | 'action'> & { before: StoredContent; at: string },
): Promise<number> {
  const { revision } = before
  const changed = listChangedSections(before.content, content)
  if (changed.length === 0) return revision
  if (!(await replaceSiteContent(tx, content, { revision, at }))) throw conflictError(undefined)
  const after = { content, revision: revision + 1, at }
  await saveContentRevision(tx, actor, { before, after })
  await writeAuditEntry(tx, actor, { at, action, ...SETTINGS_SUBJECT, detail: changed.join(', ') })
  return after.revision
}
