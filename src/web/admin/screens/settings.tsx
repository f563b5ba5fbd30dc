import { useQuery } from '@tanstack/react-query'
import { Panel } from '#web/ui/panel.tsx'
import { getErrorMessage } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { PageHeader } from '../features/layout/page-header.tsx'
import { can, useCurrentUser } from '../features/session/session.ts'
import { EditorView } from '../features/settings/editor-view.tsx'
import { editedContentQuery } from '../features/settings/settings-api.ts'

/** What the site says of the firm, edited by staff (decision 1). */
export default function Settings() {
  const user = useCurrentUser()
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery({
    ...editedContentQuery,
    enabled: can(user, 'settings.edit'),
  })
  if (data) return <EditorView key={dataUpdatedAt} loaded={data} onReload={() => void refetch()} />
  return (
    <>
      <PageHeader title="Settings" />
      <Panel>
        {!can(user, 'settings.edit') ? (
          <p>Your account may not change the settings. An owner or an editor can.</p>
        ) : isPending ? (
          <Spinner label="Loading..." />
        ) : (
          <div role="alert" className="grid justify-items-start gap-3">
            <p>{`The settings could not be loaded. ${error ? getErrorMessage(error) : ''}`}</p>
            <Button variant="outline" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        )}
      </Panel>
    </>
  )
}
