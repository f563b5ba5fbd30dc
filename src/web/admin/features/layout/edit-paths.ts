import { generatePath } from 'react-router'
import type { Kind } from '#contracts/item.ts'
import { ADMIN_PATHS } from '#web/lib/admin-paths.ts'

/** The path of the form of an item. */
export const EDIT_PATHS: Record<Kind, (id: string) => string> = {
  machine: (productId) => generatePath(ADMIN_PATHS.editMachine, { productId }),
  spare: (sparePartId) => generatePath(ADMIN_PATHS.editSparePart, { sparePartId }),
  service: (serviceId) => generatePath(ADMIN_PATHS.editService, { serviceId }),
}
