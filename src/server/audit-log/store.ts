import type { Selectable } from 'kysely'
import type { AuditAction, AuditLogEntry, AuditLogQuery, AuditSubject } from '#contracts/account/audit-log.ts'
import type { Page } from '#contracts/page.ts'
import type { Db } from '#server/database/db.ts'
import type { Tables } from '#server/database/tables.ts'
import { containsText } from '#server/database/text-contains.ts'
import { startOfBusinessDay } from '#server/kernel/business-time.ts'
import { toIso } from '#server/kernel/clock.ts'

const MAX_ACTORS = 200
const SEARCHED_COLUMNS = ['subject_name', 'detail', 'by_name']

/** Returns one page of the matching entries, newest first, and the number of all matches. */
export async function listAuditLog(db: Db, query: AuditLogQuery): Promise<Page<AuditLogEntry>> {
  const matching = filterEntries(db, query)
  const rows = await matching
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items: rows.map(toAuditLogEntry), total }
}

/** Returns the names of everyone in the audit log, at most 200. */
export async function listActors(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select('by_name')
    .distinct()
    .orderBy('by_name')
    .limit(MAX_ACTORS)
    .execute()
  return rows.map((row) => row.by_name)
}

function filterEntries(db: Db, { subject, subjectId, by, from, to, search }: AuditLogQuery) {
  return db
    .selectFrom('audit_log')
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject!))
    .$if(subjectId !== undefined, (query) => query.where('subject_id', '=', subjectId!))
    .$if(by !== undefined, (query) =>
      query.where((eb) => eb.or([eb('account_id', '=', by!), eb('by_name', '=', by!)])),
    )
    .$if(from !== undefined, (query) => query.where('at', '>=', toIso(startOfBusinessDay(from!))))
    .$if(to !== undefined, (query) => query.where('at', '<', toIso(startOfBusinessDay(to!, 1))))
    .$if(search !== undefined, (query) => query.where(containsText(SEARCHED_COLUMNS, search!)))
}

function toAuditLogEntry(row: Selectable<Tables['audit_log']>): AuditLogEntry {
  return {
    id: row.id,
    at: row.at,
    by: { accountId: row.account_id, name: row.by_name },
    action: row.action as AuditAction,
    subject: row.subject as AuditSubject,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    detail: row.detail,
  }
}
