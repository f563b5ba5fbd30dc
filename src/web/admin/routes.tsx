import type { ComponentType } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { WELCOME_PATH } from '#contracts/welcome.ts'
import { ADMIN_PATHS } from '../lib/admin-paths.ts'
import { Spinner } from '../ui/spinner.tsx'
import { AdminFrame } from './features/frame/admin-frame.tsx'

/** The screens of the back office (row ADM-3), each fetched when it is opened. */
export const routes: RouteObject[] = [
  {
    element: <AdminFrame />,
    hydrateFallbackElement: <Spinner label="Loading..." />,
    children: [
      { path: ADMIN_PATHS.dashboard, lazy: () => screen(import('./screens/dashboard.tsx')) },
      { path: ADMIN_PATHS.addMachine, lazy: () => screen(import('./screens/machine-form.tsx')) },
      { path: ADMIN_PATHS.editMachine, lazy: () => screen(import('./screens/machine-form.tsx')) },
      { path: ADMIN_PATHS.addSparePart, lazy: () => screen(import('./screens/spare-part-form.tsx')) },
      { path: ADMIN_PATHS.editSparePart, lazy: () => screen(import('./screens/spare-part-form.tsx')) },
      { path: ADMIN_PATHS.addService, lazy: () => screen(import('./screens/service-form.tsx')) },
      { path: ADMIN_PATHS.editService, lazy: () => screen(import('./screens/service-form.tsx')) },
      { path: ADMIN_PATHS.spareParts, lazy: () => screen(import('./screens/product-management.tsx')) },
      { path: ADMIN_PATHS.products, lazy: () => screen(import('./screens/product-management.tsx')) },
      { path: ADMIN_PATHS.featured, lazy: () => screen(import('./screens/featured-products.tsx')) },
      { path: ADMIN_PATHS.customers, lazy: () => screen(import('./screens/customers.tsx')) },
      { path: ADMIN_PATHS.customer, lazy: () => screen(import('./screens/customer.tsx')) },
      { path: ADMIN_PATHS.items, lazy: () => screen(import('./screens/items.tsx')) },
      { path: ADMIN_PATHS.itemHistory, lazy: () => screen(import('./screens/item-history.tsx')) },
      { path: ADMIN_PATHS.reviews, lazy: () => screen(import('./screens/reviews.tsx')) },
      { path: ADMIN_PATHS.settings, lazy: () => screen(import('./screens/settings.tsx')) },
      { path: ADMIN_PATHS.accounts, lazy: () => screen(import('./screens/accounts.tsx')) },
      { path: ADMIN_PATHS.ownAccount, lazy: () => screen(import('./screens/own-account.tsx')) },
      { path: ADMIN_PATHS.log, lazy: () => screen(import('./screens/log.tsx')) },
      { path: ADMIN_PATHS.ui, lazy: () => screen(import('./screens/ui.tsx')) },
      { path: '*', element: <Navigate to={ADMIN_PATHS.dashboard} replace /> },
    ],
  },
  {
    path: WELCOME_PATH,
    hydrateFallbackElement: <Spinner label="Loading..." />,
    lazy: () => screen(import('./screens/welcome.tsx')),
  },
]

async function screen(module: Promise<{ default: ComponentType }>) {
  return { Component: (await module).default }
}
