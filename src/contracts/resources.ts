import type { Kind } from './kind.ts'

/** Where each kind lives on the wire, and under which name its specifications travel (decision 0007). */
export const RESOURCES = {
  machine: { path: '/api/products', specificationsField: 'specifications', noun: 'Product' },
  spare: { path: '/api/spareparts', specificationsField: 'specs', noun: 'Spare part' },
  service: { path: '/api/services', specificationsField: 'specification', noun: 'Service' },
} as const satisfies Record<Kind, { path: string; specificationsField: string; noun: string }>

/** The order in which an id of unknown kind is looked up (row DET-1). */
export const LOOKUP_ORDER = ['machine', 'service', 'spare'] as const satisfies Kind[]
