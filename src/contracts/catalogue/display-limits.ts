/** The limits that public pages need. They have a module of their own, so that browsers load no other limits. */
export const DISPLAY_LIMITS = {
  /** Maximum number of featured items on the home page. */
  featuredItems: 6,
  /** Specifications that a card shows before '+N more specifications'. */
  cardSpecifications: 3,
  /** Characters of a description on a card: 2 lines of roughly 50. */
  cardDescription: 100,
  /** Items side by side. */
  comparedItems: 4,
  searchLength: 200,
  pageSize: 24,
  /** Hits are counted up to this number, which then means 'at least this many'. */
  maxCount: 10_000,
} as const

/** In place of the name of a tab in an address: the one in which a search is answered best. */
export const BEST_TAB = 'any'
