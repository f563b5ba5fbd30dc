import type { LogAction, LogEntry, LogQuery, LogSubject } from '#contracts/log.ts'
import { containsText } from '#server/database/contains.ts'
import type { Db } from '#server/database/db.ts'
import type { Tables } from '#server/database/tables.ts'
import { timestamp } from '#server/kernel/clock.ts'
import { startOfOfficeDay } from '#server/kernel/office-time.ts'

const MOST_PEOPLE = 200
const SEARCHED = ['subject_name', 'detail', 'by_name']

/** What was changed, the newest first, and how many entries match in all. */
export async function listLog(db: Db, query: LogQuery): Promise<{ entries: LogEntry[]; total: number }> {
  const matching = matchingEntries(db, query)
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
  return { entries: rows.map(toEntry), total }
}

/** Everybody who ever changed anything, by name. */
export async function listPeople(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('log_entry')
    .select('by_name')
    .distinct()
    .orderBy('by_name')
    .limit(MOST_PEOPLE)
    .execute()
  return rows.map((row) => row.by_name)
}

function matchingEntries(db: Db, { subject, subjectId, by, from, to, search }: LogQuery) {
  return db
    .selectFrom('log_entry')
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject!))
    .$if(subjectId !== undefined, (query) => query.where('subject_id', '=', subjectId!))
    .$if(by !== undefined, (query) =>
      query.where((eb) => eb.or([eb('account_id', '=', by!), eb('by_name', '=', by!)])),
    )
    .$if(from !== undefined, (query) => query.where('at', '>=', timestamp(startOfOfficeDay(from!))))
    .$if(to !== undefined, (query) => query.where('at', '<', timestamp(startOfOfficeDay(to!, 1))))
    .$if(search !== undefined, (query) => query.where(containsText(SEARCHED, search!)))
}

function toEntry(row: Tables['log_entry']): LogEntry {
  return {
    id: row.id,
    at: row.at,
    by: { accountId: row.account_id, name: row.by_name },
    action: row.action as LogAction,
    subject: row.subject as LogSubject,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    detail: row.detail,
  }
}
