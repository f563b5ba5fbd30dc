import { Link } from 'react-router'
import type { AuditLogEntry } from '#contracts/account/audit-log.ts'
import { formatDateTime } from '#contracts/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { can, useCurrentUser } from '../../session/session.ts'
import { describeEntry, getEntryScreen, SUBJECTS } from './subjects.ts'

const ROW_CLASS =
  'grid gap-x-5 gap-y-0.5 border-line border-b py-2.5 last:border-b-0 md:grid-cols-[12rem_minmax(0,1fr)_auto]'

export function AuditEntryList({ entries }: { entries: AuditLogEntry[] }) {
  return (
    <ol className="text-compact">
      {entries.map((entry) => (
        <li key={entry.id} className={ROW_CLASS}>
          <time dateTime={entry.at} className="text-muted">
            {formatDateTime(entry.at)}
          </time>
          <div className="min-w-0">
            <EntryDescription entry={entry} />
            {entry.detail && <p className="whitespace-pre-line text-muted">{entry.detail}</p>}
          </div>
          <div>
            <Badge>{SUBJECTS[entry.subject].singular}</Badge>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** 'anand changed CL 25 Capstan Lathe'; the name is a link if there is a screen that the user may open. */
function EntryDescription({ entry }: { entry: AuditLogEntry }) {
  const user = useCurrentUser()
  const { verb, prefix, name } = describeEntry(entry)
  const screen = getEntryScreen(entry)
  return (
    <p>
      <span className="font-semibold">{entry.by.name}</span> {verb}
      {name !== undefined && ` ${prefix}`}
      {name !== undefined &&
        (screen && can(user, screen.permission) ? (
          <Link
            to={screen.to}
            className="text-link underline decoration-1 underline-offset-3 hover:decoration-2"
          >
            {name}
          </Link>
        ) : (
          name
        ))}
    </p>
  )
}
