/** The most items that one request changes together, or restores. */
export const ITEM_BATCH_SIZE = 500
