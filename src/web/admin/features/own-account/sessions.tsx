import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnSession } from '#contracts/own-account.ts'
import { send } from '../../../lib/api.ts'
import { formatTime } from '../../../lib/time.ts'
import { showToast } from '../../../lib/toast.ts'
import { useSend } from '../../../lib/use-send.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Plate } from '../../../ui/plate.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Table, TableCell, TableRow } from '../../../ui/table.tsx'
import { LoadFailure } from '../frame/load-failure.tsx'
import { logout, staffApi } from '../session/session.ts'
import { sessionsQuery, showRefusal } from './queries.ts'

const COLUMNS = ['Browser', 'Signed in', 'Last seen', 'Actions']
const PATH = '/api/account/sessions'

/** Where one is signed in. Ending a session asks nothing: its person signs in again. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery)
  const client = useQueryClient()
  const end = useSend({
    mutationFn: ({ path }: { path: string; done: string }) => send(staffApi, 'DELETE', path),
    onSuccess: async (_answer, { done }) => {
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      showToast({ title: 'Success', description: done })
    },
    onError: showRefusal,
  })
  return (
    <Plate title="Where you are signed in">
      {sessions.isPending ? (
        <Spinner label="Loading sessions..." />
      ) : sessions.isError ? (
        <LoadFailure what="The list" error={sessions.error} retry={() => void sessions.refetch()} />
      ) : (
        <>
          <Table columns={COLUMNS} className="min-w-152">
            {sessions.data.map((session) => (
              <Line
                key={session.id}
                session={session}
                onEnd={() =>
                  session.isThis
                    ? void logout()
                    : end.send({ path: `${PATH}/${session.id}`, done: 'The session has ended.' })
                }
              />
            ))}
          </Table>
          {sessions.data.length > 1 && (
            <Button
              variant="outline"
              className="mt-4"
              disabled={end.isPending}
              onClick={() => end.send({ path: PATH, done: 'All other sessions have ended.' })}
            >
              End all others
            </Button>
          )}
        </>
      )}
    </Plate>
  )
}

function Line({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { browser, startedAt, seenAt, isThis } = session
  return (
    <TableRow>
      <TableCell className="font-semibold">{browser}</TableCell>
      <TableCell className="whitespace-nowrap">
        <time dateTime={startedAt}>{formatTime(startedAt)}</time>
      </TableCell>
      <TableCell className="whitespace-nowrap">
        <time dateTime={seenAt}>{formatTime(seenAt)}</time>
      </TableCell>
      <TableCell>
        <div className="flex items-center gap-3">
          <Button
            variant="outline"
            size="sm"
            aria-label={isThis ? 'End this session' : `End ${browser}, signed in ${formatTime(startedAt)}`}
            onClick={onEnd}
          >
            End
          </Button>
          {isThis && <Badge>This one</Badge>}
        </div>
      </TableCell>
    </TableRow>
  )
}
