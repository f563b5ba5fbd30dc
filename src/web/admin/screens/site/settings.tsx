import { useQuery } from '@tanstack/react-query'
import { Panel } from '#web/ui/panel.tsx'
import { EditorView } from '../../features/settings/editor-view.tsx'
import { editedContentQuery } from '../../features/settings/settings-api.ts'
import { can, useCurrentUser } from '../../session/session.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { PageHeader } from '../../shell/page-header.tsx'

/** The site content, edited by staff (decision 0001). */
export default function Settings() {
  const mayEdit = can(useCurrentUser(), 'settings.edit')
  const content = useQuery({ ...editedContentQuery, enabled: mayEdit })
  if (content.data) return <EditorView key={content.dataUpdatedAt} loaded={content.data} />
  return (
    <>
      <PageHeader title="Settings" />
      <Panel>
        {mayEdit ? (
          <Loaded query={content} subject="The settings">
            {() => null}
          </Loaded>
        ) : (
          <p>You don't have permission to change the settings. Ask an owner.</p>
        )}
      </Panel>
    </>
  )
}
