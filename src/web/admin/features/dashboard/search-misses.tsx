import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { Dashboard } from '#contracts/dashboard.ts'
import { reasonOf, send } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import { formatDate } from '../../../lib/time.ts'
import { showToast } from '../../../lib/toast.ts'
import { useSend } from '../../../lib/use-send.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { may, staffApi, useSignedIn } from '../session/session.ts'
import { Line, ListPlate } from './list-plate.tsx'

/** All of them, instead of one term. */
const ALL = Symbol('all')

/** What visitors looked for in vain: names to add to descriptions, or things to sell. Editors can clear it. */
export function SearchMisses({ data }: { data: Dashboard['searchMisses'] | undefined }) {
  const editor = may(useSignedIn(), 'catalogue.edit')
  const [asked, setAsked] = useState<string | typeof ALL>()
  return (
    <ListPlate
      title="Searched in vain"
      note="Times, last day"
      rows={10}
      empty="Searches of visitors that find nothing stand here."
      lines={data?.map(({ term, count, lastAt }) => (
        <Line
          key={term}
          figure={
            <>
              {formatCount(count)}
              <time dateTime={lastAt} className="font-normal font-text text-muted text-sm">
                {formatDate(lastAt)}
              </time>
              {editor && (
                <IconButton
                  label={`Clear '${term}'`}
                  variant="ghost"
                  className="-my-1.5 -mr-2.5 print:hidden"
                  onClick={() => setAsked(term)}
                >
                  <X aria-hidden="true" size={18} />
                </IconButton>
              )}
            </>
          }
        >
          {term}
        </Line>
      ))}
    >
      {editor && data && data.length > 0 && (
        <Button variant="link" size="sm" className="mt-2 print:hidden" onClick={() => setAsked(ALL)}>
          Clear all
        </Button>
      )}
      {asked !== undefined && <Clearing asked={asked} onDone={() => setAsked(undefined)} />}
    </ListPlate>
  )
}

function Clearing({ asked, onDone }: { asked: string | typeof ALL; onDone: () => void }) {
  const client = useQueryClient()
  const path = asked === ALL ? '' : `/${encodeURIComponent(asked)}`
  const clear = useSend({
    mutationFn: () => send(staffApi, 'DELETE', `/api/search-misses${path}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['/api/dashboard'] })
      onDone()
    },
    onError: (error) => {
      onDone()
      showToast({ variant: 'destructive', title: 'Nothing was cleared', description: reasonOf(error) })
    },
  })
  return (
    <Dialog
      role="alertdialog"
      tone="danger"
      title={asked === ALL ? 'Clear all searches in vain?' : `Clear '${asked}'?`}
      onClose={onDone}
    >
      <p className="px-6 pt-3 text-muted">
        The count is gone for good. What visitors search for from now on is counted anew.
      </p>
      <DialogActions>
        <Button variant="ghost" onClick={onDone}>
          Keep
        </Button>
        <Button variant="destructive" onClick={() => clear.send()} disabled={clear.isPending}>
          Clear
        </Button>
      </DialogActions>
    </Dialog>
  )
}
