import { useQuery } from '@tanstack/react-query'
import { Panel } from '#web/ui/panel.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { EditorView } from '../features/settings/editor-view.tsx'
import { editedContentQuery } from '../features/settings/settings-api.ts'
import { can, useCurrentUser } from '../session/session.ts'
import { PageHeader } from '../shell/page-header.tsx'

/** The site content, edited by staff (decision 0001). */
export default function Settings() {
  const user = useCurrentUser()
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery({
    ...editedContentQuery,
    enabled: can(user, 'settings.edit'),
  })
  if (data) return <EditorView key={dataUpdatedAt} loaded={data} />
  return (
    <>
      <PageHeader title="Settings" />
      <Panel>
        {!can(user, 'settings.edit') ? (
          <p>You don't have permission to change the settings. Ask an owner.</p>
        ) : isPending ? (
          <Spinner label="Loading..." />
        ) : (
          <div role="alert" className="grid justify-items-start gap-3">
            <p>{`The settings could not be loaded. ${error ? error.message : ''}`}</p>
            <Button variant="outline" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        )}
      </Panel>
    </>
  )
}
