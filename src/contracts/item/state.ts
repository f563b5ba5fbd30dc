/** The states of an item with their labels. Only published items are on the public site. */
export const ITEM_STATE_LABELS = { published: 'Published', draft: 'Draft', archived: 'Archived' } as const
export type ItemState = keyof typeof ITEM_STATE_LABELS
export const ITEM_STATES = Object.keys(ITEM_STATE_LABELS) as [ItemState, ...ItemState[]]

/** The information that an item can lack, with the labels of items without it. */
export const MISSING_FIELD_LABELS = {
  picture: 'without a picture',
  price: 'without a price',
  specifications: 'with fewer than 2 specifications',
} as const
export type MissingField = keyof typeof MISSING_FIELD_LABELS
export const MISSING_FIELDS = Object.keys(MISSING_FIELD_LABELS) as [MissingField, ...MissingField[]]
