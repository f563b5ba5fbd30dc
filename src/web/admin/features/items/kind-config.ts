import { KIND_LABELS, type Kind } from '#contracts/item/kind.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { toEditPath } from '#web/lib/navigation/admin-paths.ts'

/** The texts, routes and endpoint of the list of one kind ([LST-6]). */
export interface ItemListConfig {
  kind: Kind
  tab: string
  title: string
  addText: string
  addRoute: string
  editPrefix: string
  editText: string
  endpoint: string
  emptyText: string
}

export const ITEM_LIST_CONFIGS: Record<Kind, ItemListConfig> = {
  machine: {
    kind: 'machine',
    tab: 'Machines',
    title: KIND_LABELS.machine.heading,
    addText: 'Add New Machine',
    addRoute: '/admin/products/add',
    editPrefix: toEditPath('machine', ''),
    editText: 'Edit Machine',
    endpoint: RESOURCES.machine.path,
    emptyText: 'No machines found. Add a new machine to get started!',
  },
  spare: {
    kind: 'spare',
    tab: 'Parts',
    title: KIND_LABELS.spare.heading,
    addText: 'Add New Part',
    addRoute: '/admin/spareparts/add',
    editPrefix: toEditPath('spare', ''),
    editText: 'Edit Part',
    endpoint: RESOURCES.spare.path,
    emptyText: 'No spare parts found. Add a new spare part to get started!',
  },
  service: {
    kind: 'service',
    tab: 'Services',
    title: KIND_LABELS.service.heading,
    addText: 'Add New Service',
    addRoute: '/admin/services/add',
    editPrefix: toEditPath('service', ''),
    editText: 'Edit Service',
    endpoint: RESOURCES.service.path,
    emptyText: 'No services found. Add a new service to get started!',
  },
}
