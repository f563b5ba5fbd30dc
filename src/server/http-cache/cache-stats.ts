/** How often what was asked for was there already. */
export interface CacheStats {
  hits: number
  misses: number
}

export const createCacheStats = (): CacheStats => ({ hits: 0, misses: 0 })
