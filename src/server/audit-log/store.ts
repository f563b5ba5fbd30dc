import type { Selectable } from 'kysely'
import type { AuditAction, AuditLogEntry, AuditLogQuery, AuditSubject } from '#contracts/account/audit-log.ts'
import type { Page } from '#contracts/page.ts'
import type { Db } from '#server/database/db.ts'
import { ifGiven, readPage } from '#server/database/page.ts'
import { containsText } from '#server/database/search/text-contains.ts'
import type { Tables } from '#server/database/tables.ts'
import { startOfBusinessDay } from '#server/kernel/business-time.ts'
import { toIso } from '#server/kernel/clock.ts'

const MAX_ACTORS = 200
const SEARCHED_COLUMNS = ['subject_name', 'detail', 'by_name']

/** Returns one page of the matching entries, newest first, and the number of all matches. */
export async function listAuditLog(db: Db, query: AuditLogQuery): Promise<Page<AuditLogEntry>> {
  return readPage(filterEntries(db, query), query, async (page) =>
    (await page.selectAll().orderBy('at', 'desc').orderBy('id', 'desc').execute()).map(toAuditLogEntry),
  )
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
    .where((eb) =>
      eb.and([
        ...ifGiven(subject, (value) => eb('subject', '=', value)),
        ...ifGiven(subjectId, (id) => eb('subject_id', '=', id)),
        ...ifGiven(by, (actor) => eb.or([eb('account_id', '=', actor), eb('by_name', '=', actor)])),
        ...ifGiven(from, (day) => eb('at', '>=', toIso(startOfBusinessDay(day)))),
        ...ifGiven(to, (day) => eb('at', '<', toIso(startOfBusinessDay(day, 1)))),
        ...ifGiven(search, (term) => containsText(SEARCHED_COLUMNS, term)),
      ]),
    )
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
