import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { SET_PASSWORD_PATH } from '#contracts/account/set-password.ts'
import { ADMIN_PATHS } from '../lib/navigation/admin-paths.ts'
import { Spinner } from '../ui/spinner.tsx'
import { AdminLayout } from './shell/admin-layout.tsx'
import { RouteError, ScreenLoadError } from './shell/route-error.tsx'

/** The screens of the admin ([ADM-3]). The code of each is loaded when it is first opened. */
export const routes: RouteObject[] = [
  {
    element: <AdminLayout />,
    errorElement: <RouteError />,
    children: [
      {
        // The layout remains while its screen is loading or has failed.
        hydrateFallbackElement: <Spinner label="Loading..." />,
        errorElement: <RouteError />,
        children: [
          { path: ADMIN_PATHS.dashboard, lazy: loadScreen(() => import('./screens/sales/dashboard.tsx')) },
          {
            path: ADMIN_PATHS.addMachine,
            lazy: loadItemForm('MachineForm'),
          },
          {
            path: ADMIN_PATHS.editMachine,
            lazy: loadItemForm('MachineForm'),
          },
          {
            path: ADMIN_PATHS.addSparePart,
            lazy: loadItemForm('SparePartForm'),
          },
          {
            path: ADMIN_PATHS.editSparePart,
            lazy: loadItemForm('SparePartForm'),
          },
          {
            path: ADMIN_PATHS.addService,
            lazy: loadItemForm('ServiceForm'),
          },
          {
            path: ADMIN_PATHS.editService,
            lazy: loadItemForm('ServiceForm'),
          },
          {
            path: ADMIN_PATHS.spareParts,
            lazy: loadScreen(() => import('./screens/catalogue/product-management.tsx')),
          },
          {
            path: ADMIN_PATHS.products,
            lazy: loadScreen(() => import('./screens/catalogue/product-management.tsx')),
          },
          {
            path: ADMIN_PATHS.featured,
            lazy: loadScreen(() => import('./screens/catalogue/featured-products.tsx')),
          },
          { path: ADMIN_PATHS.customers, lazy: loadScreen(() => import('./screens/sales/customers.tsx')) },
          { path: ADMIN_PATHS.customer, lazy: loadScreen(() => import('./screens/sales/customer.tsx')) },
          { path: ADMIN_PATHS.reports, lazy: loadScreen(() => import('./screens/sales/reports.tsx')) },
          { path: ADMIN_PATHS.visitors, lazy: loadScreen(() => import('./screens/site/visitors.tsx')) },
          { path: ADMIN_PATHS.today, lazy: loadScreen(() => import('./screens/sales/today.tsx')) },
          { path: ADMIN_PATHS.items, lazy: loadScreen(() => import('./screens/catalogue/items.tsx')) },
          { path: ADMIN_PATHS.itemGrid, lazy: loadScreen(() => import('./screens/catalogue/item-grid.tsx')) },
          {
            path: ADMIN_PATHS.itemHistory,
            lazy: loadScreen(() => import('./screens/catalogue/item-history.tsx')),
          },
          {
            path: ADMIN_PATHS.dataQuality,
            lazy: loadScreen(() => import('./screens/catalogue/data-quality.tsx')),
          },
          {
            path: ADMIN_PATHS.templates,
            lazy: loadScreen(() => import('./screens/catalogue/templates.tsx')),
          },
          { path: ADMIN_PATHS.template, lazy: loadScreen(() => import('./screens/catalogue/template.tsx')) },
          { path: ADMIN_PATHS.imports, lazy: loadScreen(() => import('./screens/catalogue/imports.tsx')) },
          {
            path: ADMIN_PATHS.pictureFolders,
            lazy: loadScreen(() => import('./screens/catalogue/picture-folders.tsx')),
          },
          {
            path: ADMIN_PATHS.importDetails,
            lazy: loadScreen(() => import('./screens/catalogue/import-details.tsx')),
          },
          { path: ADMIN_PATHS.quotations, lazy: loadScreen(() => import('./screens/sales/quotations.tsx')) },
          { path: ADMIN_PATHS.quotation, lazy: loadScreen(() => import('./screens/sales/quotation.tsx')) },
          {
            path: ADMIN_PATHS.quotationSettings,
            lazy: loadScreen(() => import('./screens/sales/quotation-settings.tsx')),
          },
          {
            path: ADMIN_PATHS.translations,
            lazy: loadScreen(() => import('./screens/site/translations.tsx')),
          },
          {
            path: ADMIN_PATHS.publications,
            lazy: loadScreen(() => import('./screens/site/publications.tsx')),
          },
          {
            path: ADMIN_PATHS.publication,
            lazy: loadScreen(() => import('./screens/site/publication.tsx')),
          },
          {
            path: ADMIN_PATHS.publicationHistory,
            lazy: loadScreen(() => import('./screens/site/publication-history.tsx')),
          },
          { path: ADMIN_PATHS.reviews, lazy: loadScreen(() => import('./screens/site/reviews.tsx')) },
          { path: ADMIN_PATHS.settings, lazy: loadScreen(() => import('./screens/site/settings.tsx')) },
          {
            path: ADMIN_PATHS.settingsHistory,
            lazy: loadScreen(() => import('./screens/site/settings-history.tsx')),
          },
          { path: ADMIN_PATHS.accounts, lazy: loadScreen(() => import('./screens/accounts.tsx')) },
          { path: ADMIN_PATHS.profile, lazy: loadScreen(() => import('./screens/profile.tsx')) },
          { path: ADMIN_PATHS.auditLog, lazy: loadScreen(() => import('./screens/audit-log.tsx')) },
          {
            path: ADMIN_PATHS.componentGallery,
            lazy: loadScreen(() => import('./screens/component-gallery.tsx')),
          },
          { path: '*', lazy: loadScreen(() => import('./screens/not-found.tsx')) },
        ],
      },
    ],
  },
  {
    path: SET_PASSWORD_PATH,
    hydrateFallbackElement: <Spinner label="Loading..." />,
    errorElement: <RouteError />,
    lazy: loadScreen(() => import('./screens/set-password.tsx')),
  },
]

/** Loads the form of one kind of items. */
function loadItemForm(name: 'MachineForm' | 'SparePartForm' | 'ServiceForm') {
  return loadScreen(async () => ({ default: (await import('./features/items/form/item-form.tsx'))[name] }))
}

/** Loads a screen. Throws ScreenLoadError if its code cannot be fetched. */
function loadScreen(load: () => Promise<{ default: ComponentType }>) {
  return async () => {
    try {
      return { Component: (await load()).default }
    } catch (cause) {
      throw new ScreenLoadError('The screen could not be loaded.', { cause })
    }
  }
}
