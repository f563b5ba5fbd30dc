import { Link } from 'react-router'
import type { LogEntry } from '#contracts/log.ts'
import { formatTime } from '../../../lib/time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { may, useSignedIn } from '../session/session.ts'
import { SUBJECTS, screenFor, wordsFor } from './subjects.ts'

const SKELETONS = 12
const ROW =
  'grid gap-x-5 gap-y-0.5 border-line border-b py-2.5 last:border-b-0 md:grid-cols-[12rem_minmax(0,1fr)_auto]'

export function Entries({ entries }: { entries: LogEntry[] }) {
  return (
    <ol className="text-[0.9375rem]">
      {entries.map((entry) => (
        <li key={entry.id} className={ROW}>
          <time dateTime={entry.at} className="text-muted">
            {formatTime(entry.at)}
          </time>
          <div className="min-w-0">
            <Sentence entry={entry} />
            {entry.detail && <p className="whitespace-pre-line text-muted">{entry.detail}</p>}
          </div>
          <div>
            <Badge>{SUBJECTS[entry.subject].one}</Badge>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** 'anand changed CL 25 Capstan Lathe', the last of it a link where there is something to see. */
function Sentence({ entry }: { entry: LogEntry }) {
  const user = useSignedIn()
  const { verb, before, name } = wordsFor(entry)
  const screen = screenFor(entry)
  return (
    <p>
      <span className="font-semibold">{entry.by.name}</span> {verb}
      {name !== undefined && ` ${before}`}
      {name !== undefined &&
        (screen && may(user, screen.permission) ? (
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

/** Holds the place of a page of entries. */
export function EntrySkeletons() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: SKELETONS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places, not things
        <div key={index} className={ROW}>
          <Skeleton className="my-0.5 h-5 w-36" />
          <Skeleton className="my-0.5 h-5 w-4/5 max-w-120" />
          <Skeleton className="h-6 w-16" />
        </div>
      ))}
    </div>
  )
}
