import type { Kind } from '#contracts/item/kind.ts'

/** The paths of the admin's screens (row ADM-3), and of the component gallery, which no menu links to. */
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
  items: '/admin/items',
  itemGrid: '/admin/items/grid',
  itemHistory: '/admin/items/:itemId/history',
  dataQuality: '/admin/data-quality',
  templates: '/admin/templates',
  template: '/admin/templates/:kind/:category',
  imports: '/admin/imports',
  pictureFolders: '/admin/imports/pictures',
  importDetails: '/admin/imports/:importId',
  customers: '/admin/customers',
  customer: '/admin/customers/:customerId',
  today: '/admin/today',
  quotations: '/admin/quotations',
  quotationSettings: '/admin/quotations/settings',
  /** With the id 'new' the quotation is not stored yet. */
  quotation: '/admin/quotations/:quotationId',
  reports: '/admin/reports',
  visitors: '/admin/visitors',
  publications: '/admin/pages',
  /** With the id 'new-page' or 'new-article' it is not stored yet. */
  publication: '/admin/pages/:publicationId',
  publicationHistory: '/admin/pages/:publicationId/history',
  translations: '/admin/translations',
  reviews: '/admin/reviews',
  settings: '/admin/settings',
  settingsHistory: '/admin/settings/history',
  accounts: '/admin/accounts',
  profile: '/admin/account',
  auditLog: '/admin/log',
  componentGallery: '/admin/ui',
} as const

/** The path of a quotation; of a new one with the id 'new' and the enquiry or customer that it is for. */
export const toQuotationPath = (id: string, source: { enquiry?: string; customer?: string } = {}): string => {
  const search = new URLSearchParams(source)
  return `${ADMIN_PATHS.quotations}/${encodeURIComponent(id)}${search.size > 0 ? `?${search}` : ''}`
}

/** The path of the form of a page or an article. */
export const toPublicationPath = (id: string): string =>
  `${ADMIN_PATHS.publications}/${encodeURIComponent(id)}`

/** The path of the translations of the texts of an item, a page or an article. */
export const toTranslationsPath = (document: string): string =>
  `${ADMIN_PATHS.translations}?${new URLSearchParams({ document })}`

const EDIT_PREFIXES: Record<Kind, string> = {
  machine: '/admin/products/edit/',
  spare: '/admin/spareparts/edit/',
  service: '/admin/services/edit/',
}

/** The path of the form of an item. */
export const toEditPath = (kind: Kind, id: string): string =>
  `${EDIT_PREFIXES[kind]}${encodeURIComponent(id)}`
