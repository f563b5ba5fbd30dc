import { useQuery } from '@tanstack/react-query'
import { Panel } from '#web/ui/panel.tsx'
import { EditorView } from '../../features/settings/editor-view.tsx'
import { editedContentQuery } from '../../features/settings/settings-api.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { PermittedScreen } from '../../shell/permitted-screen.tsx'

const TITLE = 'Settings'

/** The site content, edited by staff (decision 0001). */
export default function Settings() {
  return (
    <PermittedScreen permission="settings.edit" title={TITLE} action="change the settings">
      <LoadedSettings />
    </PermittedScreen>
  )
}

function LoadedSettings() {
  const content = useQuery(editedContentQuery)
  if (content.data) return <EditorView key={content.dataUpdatedAt} loaded={content.data} />
  return (
    <>
      <PageHeader title={TITLE} />
      <Panel>
        <Loaded query={content} subject="The settings">
          {() => null}
        </Loaded>
      </Panel>
    </>
  )
}
