/** Marks the end of hydration for performance tools and tests. */
export const markHydrated = (): void => void performance.mark('alive')
