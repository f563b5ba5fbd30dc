import { Panel } from '#web/ui/panel.tsx'

/** What somebody sees who may not edit items. */
export const NoImportPermission = () => (
  <Panel>
    <p className="py-12 text-center text-muted">You don't have permission to import items. Ask an owner.</p>
  </Panel>
)
