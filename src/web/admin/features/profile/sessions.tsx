import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ProfileSession } from '#contracts/account/profile.ts'
import { formatDateTime } from '#contracts/format.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { showToast } from '#web/lib/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { adminApi } from '../../session/session.ts'
import { useSignOut } from '../../session/sign-out.tsx'
import { showErrorToast } from '../../shell/error-toast.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { sessionsQuery } from './queries.ts'

const COLUMNS = ['Browser', 'Signed in', 'Last seen', 'Actions']
const SESSIONS_PATH = '/api/account/sessions'

/** The sessions of the account. A session ends without confirmation, because the user can sign in again. */
export function Sessions() {
  const client = useQueryClient()
  const { signOut, dialog } = useSignOut()
  const endSession = useGuardedMutation({
    mutationFn: ({ path }: { path: string; message: string }) => send(adminApi, 'DELETE', path),
    onSuccess: async (_result, { message }) => {
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      showToast({ title: 'Success', description: message })
    },
    onError: (error) => showErrorToast(error),
  })
  return (
    <Panel title="Active sessions">
      {dialog}
      <Loaded query={useQuery(sessionsQuery)} subject="The sessions" label="Loading sessions...">
        {(sessions) => (
          <>
            <Table columns={COLUMNS} stacked>
              {sessions.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  onEnd={() =>
                    session.isCurrent
                      ? signOut()
                      : endSession.send({
                          path: `${SESSIONS_PATH}/${session.id}`,
                          message: 'The device was signed out.',
                        })
                  }
                />
              ))}
            </Table>
            {sessions.length > 1 && (
              <Button
                variant="outline"
                className="mt-4"
                disabled={endSession.isPending}
                onClick={() =>
                  endSession.send({ path: SESSIONS_PATH, message: 'All other devices were signed out.' })
                }
              >
                Sign out all other devices
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function SessionRow({ session, onEnd }: { session: ProfileSession; onEnd: () => void }) {
  const { browser, startedAt, seenAt, isCurrent } = session
  return (
    <TableRow>
      <TableCell label="Browser" className="font-semibold">
        {browser}
      </TableCell>
      <TableCell label="Signed in" className="whitespace-nowrap">
        <time dateTime={startedAt}>{formatDateTime(startedAt)}</time>
      </TableCell>
      <TableCell label="Last seen" className="whitespace-nowrap">
        <time dateTime={seenAt}>{formatDateTime(seenAt)}</time>
      </TableCell>
      <TableCell>
        <div className="flex items-center gap-3">
          <Button
            variant="outline"
            size="sm"
            aria-label={
              isCurrent
                ? 'Sign out of this device'
                : `Sign out ${browser}, signed in ${formatDateTime(startedAt)}`
            }
            onClick={onEnd}
          >
            Sign out
          </Button>
          {isCurrent && <Badge>This device</Badge>}
        </div>
      </TableCell>
    </TableRow>
  )
}
