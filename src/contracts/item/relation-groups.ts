import { type Message, msg } from '#messages/messages.ts'
import type { Kind } from './kind.ts'

/** How two items are related, from the first to the second: a spare part fits a machine, an item is replaced by another. */
export type RelationType = 'fits' | 'replacedBy' | 'accessory' | 'alternative'

interface GroupDefinition {
  label: Message
  type: RelationType
  /** Whether the item of the group is the first ('from') or the second of the relation. */
  side: 'from' | 'to' | 'both'
  /** The kind of the items that have this group, and of those in it; without it, any. */
  kind?: Kind
  otherKind?: Kind
}

const GROUPS = {
  machines: {
    label: msg('Compatible machines'),
    type: 'fits',
    side: 'from',
    kind: 'spare',
    otherKind: 'machine',
  },
  parts: { label: msg('Spare parts'), type: 'fits', side: 'to', kind: 'machine', otherKind: 'spare' },
  replacedBy: { label: msg('Replaced by'), type: 'replacedBy', side: 'from' },
  replaces: { label: msg('Replaces'), type: 'replacedBy', side: 'to' },
  accessories: { label: msg('Accessories'), type: 'accessory', side: 'from' },
  accessoryOf: { label: msg('Accessory of'), type: 'accessory', side: 'to' },
  alternatives: { label: msg('Alternatives'), type: 'alternative', side: 'both' },
} as const satisfies Record<string, GroupDefinition>
export type RelationGroup = keyof typeof GROUPS

/** The related items of an item, seen from that item. */
export const RELATION_GROUPS: Record<RelationGroup, GroupDefinition> = GROUPS
export const RELATION_GROUP_NAMES = Object.keys(GROUPS) as [RelationGroup, ...RelationGroup[]]

export const listGroups = (kind: Kind): RelationGroup[] =>
  RELATION_GROUP_NAMES.filter((group) => (RELATION_GROUPS[group].kind ?? kind) === kind)

/** What can be entered about a relation; the schemas of the API have the same limits. */
export const RELATION_INPUT_LIMITS = { assemblyLength: 100, positionLength: 20, quantity: 9999 } as const
