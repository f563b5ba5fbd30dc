import type { ReactNode } from 'react'
import type { Permission } from '#contracts/permission.ts'
import { can, useCurrentUser } from './session.ts'

/** Shows its content to those whose role carries the permission, and to others what they may do instead. */
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
