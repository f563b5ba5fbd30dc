/** The limits that public pages need; in a module of their own, so that browsers load no others. */
export const DISPLAY_LIMITS = {
  /** Featured items the landing page shows. */
  featuredItems: 6,
  /** Specifications a card shows before '+N more specifications'. */
  cardSpecifications: 3,
  /** Characters of a description on a card: 2 lines of roughly 50. */
  cardDescription: 100,
  searchLength: 200,
  pageSize: 24,
  /** Hits are counted up to this number; it means 'this many or more'. */
  maxCount: 10_000,
} as const
