import type { ReactNode } from 'react'
import type { Permission } from '#contracts/permission.ts'
import { may, useSignedIn } from './session.ts'

/** Shows its content to those whose role carries the permission, and to others what they may do instead. */
export function Only({
  permission,
  otherwise = null,
  children,
}: {
  permission: Permission
  otherwise?: ReactNode
  children: ReactNode
}) {
  return may(useSignedIn(), permission) ? children : otherwise
}
