/** The steps in rupees to which a price change rounds. */
export const PRICE_STEPS = [1, 5, 10, 50, 100] as const
export type PriceStep = (typeof PRICE_STEPS)[number]
