import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Box, Plus, Star, Users } from 'lucide-react'
import { Link } from 'react-router'
import type { Dashboard as Figures } from '#contracts/dashboard.ts'
import { ADMIN_PATHS } from '../../lib/admin-paths.ts'
import { FigurePlate, Plate } from '../../ui/plate.tsx'
import { ScreenHead } from '../features/frame/screen-head.tsx'

const QUICK_ACTIONS = [
  { to: '/admin/products', label: 'Manage products', Icon: Box },
  { to: ADMIN_PATHS.addMachine, label: 'Add a machine', Icon: Plus },
  { to: ADMIN_PATHS.featured, label: 'Choose featured products', Icon: Star },
  { to: ADMIN_PATHS.customers, label: 'Customers', Icon: Users },
]

/** Live figures and the ways to what is done most (row ADM-2, decision 0015). */
export default function Dashboard() {
  const { data, isError } = useQuery<Figures>({ queryKey: ['/api/dashboard'] })
  return (
    <>
      <ScreenHead title="Dashboard" subtitle="The last twelve months" />
      {isError && (
        <p role="alert" className="mb-4 text-danger">
          The figures could not be loaded. Please reload this page.
        </p>
      )}
      <dl className="grid gap-4 md:grid-cols-3">
        <FigurePlate label="Total products" value={data?.totalProducts} />
        <FigurePlate label="New customers" value={data?.newCustomers} />
        <FigurePlate label="Service requests" value={data?.serviceRequests} />
      </dl>
      <div className="mt-4 grid gap-4 lg:grid-cols-3">
        <Plate title="Quick actions">
          <ul>
            {QUICK_ACTIONS.map(({ to, label, Icon }) => (
              <li key={to} className="border-line border-t first:border-t-0">
                <Link
                  to={to}
                  className="flex items-center gap-3 py-3 font-head font-medium text-[1.0625rem] hover:text-link"
                >
                  <Icon aria-hidden="true" size={20} />
                  {label}
                  <ArrowRight aria-hidden="true" size={18} className="ml-auto text-muted" />
                </Link>
              </li>
            ))}
          </ul>
        </Plate>
      </div>
    </>
  )
}
