import { ArrowRight, Box, type LucideIcon, Plus, Star, Users } from 'lucide-react'
import { Link } from 'react-router'
import type { Permission } from '#contracts/account/permission.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { Panel } from '#web/ui/panel.tsx'
import { can, useCurrentUser } from '../../session/session.ts'

const ACTIONS: { to: string; label: string; Icon: LucideIcon; permission: Permission }[] = [
  { to: '/admin/products', label: 'Manage products', Icon: Box, permission: 'catalogue.read' },
  { to: ADMIN_PATHS.addMachine, label: 'Add a machine', Icon: Plus, permission: 'catalogue.edit' },
  { to: ADMIN_PATHS.featured, label: 'Choose featured products', Icon: Star, permission: 'catalogue.edit' },
  { to: ADMIN_PATHS.customers, label: 'Customers', Icon: Users, permission: 'enquiries.read' },
]

/** Links to the most frequent tasks that the user has the permission for ([ADM-2]). */
export function QuickActions() {
  const user = useCurrentUser()
  return (
    <Panel title="Quick actions">
      <ul>
        {ACTIONS.filter(({ permission }) => can(user, permission)).map(({ to, label, Icon }) => (
          <li key={to} className="border-line border-t first:border-t-0">
            <Link
              to={to}
              className="flex items-center gap-3 py-3 font-head font-medium text-control hover:text-link"
            >
              <Icon aria-hidden="true" size={20} />
              {label}
              <ArrowRight aria-hidden="true" size={18} className="ml-auto text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
