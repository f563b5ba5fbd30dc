import type { Kind } from './item/kind.ts'

/** The API path of each kind, the JSON name of its specifications (decision 0007), and its name in error messages. */
export const RESOURCES = {
  machine: { path: '/api/products', specificationsField: 'specifications', noun: 'Product' },
  spare: { path: '/api/spareparts', specificationsField: 'specs', noun: 'Spare part' },
  service: { path: '/api/services', specificationsField: 'specification', noun: 'Service' },
} as const satisfies Record<Kind, { path: string; specificationsField: string; noun: string }>

/** The order in which an id of unknown kind is looked up (row DET-1). */
export const LOOKUP_ORDER = ['machine', 'service', 'spare'] as const satisfies Kind[]
