/** Why an item is not deleted with what created it: what was added to it since, and what refers to it. */
const ITEM_USES = ['documents', 'drawings', 'relations', 'enquiries', 'quotations', 'publications'] as const
export type ItemUse = (typeof ITEM_USES)[number]

/** Why the undo of an import leaves something: the item was changed or deleted since, or is used. */
export const UNDO_OBSTACLES = ['changed', 'deleted', ...ITEM_USES] as const
export type UndoObstacle = (typeof UNDO_OBSTACLES)[number]

/** The rest of a sentence about an item: 'it has documents'. */
export const OBSTACLE_TEXTS: Record<UndoObstacle, string> = {
  changed: 'was changed since',
  deleted: 'was deleted since',
  documents: 'has documents',
  drawings: 'has assembly drawings',
  relations: 'is related to other items, or its relations were changed since',
  enquiries: 'is part of enquiries',
  quotations: 'is part of quotations',
  publications: 'is shown on pages or in articles',
}
