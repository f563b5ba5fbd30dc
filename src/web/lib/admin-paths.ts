/** Where the back office's screens stand (row ADM-3), and the sheet of its own parts, which no menu names. */
export const ADMIN_PATHS = {
  dashboard: '/admin/dashboard',
  products: '/admin/products/:productId?',
  spareParts: '/admin/spare-parts',
  addMachine: '/admin/products/add',
  editMachine: '/admin/products/edit/:productId',
  addSparePart: '/admin/spareparts/add',
  editSparePart: '/admin/spareparts/edit/:sparePartId',
  addService: '/admin/services/add',
  editService: '/admin/services/edit/:serviceId',
  featured: '/admin/featured-products',
  customers: '/admin/customers',
  ui: '/admin/ui',
} as const
