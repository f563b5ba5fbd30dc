/** Figures beside the links of the sidebar, by the link's address; undefined and 0 show none. */
export function useCounts(): Record<string, number | undefined> {
  return NONE
}

const NONE: Record<string, number | undefined> = {}
