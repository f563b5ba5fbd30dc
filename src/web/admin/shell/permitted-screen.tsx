import type { ReactNode } from 'react'
import type { Permission } from '#contracts/account/permission.ts'
import { Panel } from '#web/ui/panel.tsx'
import { RequirePermission } from '../session/require-permission.tsx'
import { PageHeader } from './page-header.tsx'

interface PermittedScreenProps {
  permission: Permission
  title: string
  /** What the permission allows: 'moderate reviews'. */
  action: string
  children: ReactNode
}

/** A screen that says why it is empty to staff without the permission. */
export const PermittedScreen = ({ permission, title, action, children }: PermittedScreenProps) => (
  <RequirePermission
    permission={permission}
    fallback={
      <>
        <PageHeader title={title} />
        <Panel>
          <p className="py-12 text-center text-muted">{`You don't have permission to ${action}. Ask an owner.`}</p>
        </Panel>
      </>
    }
  >
    {children}
  </RequirePermission>
)
