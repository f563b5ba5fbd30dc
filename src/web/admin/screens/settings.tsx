import { useQuery } from '@tanstack/react-query'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ScreenHead } from '../features/frame/screen-head.tsx'
import { may, useSignedIn } from '../features/session/session.ts'
import { editedQuery } from '../features/settings/calls.ts'
import { EditorView } from '../features/settings/editor-view.tsx'

/** What the site says of the firm, edited by staff (decision 1). */
export default function Settings() {
  const user = useSignedIn()
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery({
    ...editedQuery,
    enabled: may(user, 'settings.edit'),
  })
  if (data) return <EditorView key={dataUpdatedAt} loaded={data} onReload={() => void refetch()} />
  return (
    <>
      <ScreenHead title="Settings" />
      <Plate>
        {!may(user, 'settings.edit') ? (
          <p>Your account may not change the settings. An owner or an editor can.</p>
        ) : isPending ? (
          <Spinner label="Loading..." />
        ) : (
          <div role="alert" className="grid justify-items-start gap-3">
            <p>{`The settings could not be loaded. ${error ? reasonOf(error) : ''}`}</p>
            <Button variant="outline" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        )}
      </Plate>
    </>
  )
}
