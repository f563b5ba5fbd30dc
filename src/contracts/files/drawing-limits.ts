/** The limits of assembly drawings, which the forms use as well. */
export const DRAWING_LIMITS = { perItem: 40, hotspots: 100 } as const
