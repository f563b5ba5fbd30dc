import type { ReactNode } from 'react'
import type { Permission } from '#contracts/account/permission.ts'
import { can, useCurrentUser } from './session.ts'

/** Renders `children` if the role of the user has the permission, otherwise `fallback`. */
export function RequirePermission({
  permission,
  fallback = null,
  children,
}: {
  permission: Permission
  fallback?: ReactNode
  children: ReactNode
}) {
  return can(useCurrentUser(), permission) ? children : fallback
}
