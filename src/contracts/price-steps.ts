/** The steps in rupees to which a price change rounds. */
export const PRICE_STEPS = [1, 5, 10, 50, 100] as const
export type PriceStep = (typeof PRICE_STEPS)[number]

/** The most items of one request that changes prices, and of one that undoes it. */
export const PRICE_CHANGE_BATCH_SIZE = 500
