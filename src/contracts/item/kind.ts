import { type Message, msg } from '#messages/messages.ts'

/**
 * The kinds of items with their names on the screen: `plural` within text, `label` and `pluralLabel` as labels,
 * `heading` as a heading. Schemas, lists and labels of kinds are derived from this table.
 */
export const KIND_LABELS = {
  machine: {
    plural: 'machines',
    label: msg('Machine'),
    pluralLabel: msg('Machines'),
    heading: msg('Machines'),
  },
  spare: {
    plural: 'spare parts',
    label: msg('Spare part'),
    pluralLabel: msg('Spare parts'),
    heading: msg('Spare Parts'),
  },
  service: {
    plural: 'services',
    label: msg('Service'),
    pluralLabel: msg('Services'),
    heading: msg('Services'),
  },
} as const

export type Kind = keyof typeof KIND_LABELS
export const KINDS = Object.keys(KIND_LABELS) as [Kind, ...Kind[]]

/** The category of an item that is saved without one. */
export const DEFAULT_CATEGORIES: Record<Kind, string> = {
  machine: 'machine',
  spare: 'Spare Part',
  service: 'Service',
}

/** The name of an item's code in the specifications. */
export const CODE_LABELS: Record<Kind, Message> = {
  machine: msg('Model'),
  spare: msg('Part number'),
  service: msg('Service code'),
}
