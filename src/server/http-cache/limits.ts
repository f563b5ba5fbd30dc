/** All responses of the response cache by canonical URL: bodies as they are stored, and headers. */
export const RESPONSE_CACHE_BYTES = 10_000_000
/**
 * All raw requests that the response cache recognises, with their bodies, even if other entries share these. The response
 * cache needs at most this and `RESPONSE_CACHE_BYTES` together.
 */
export const REQUEST_INDEX_BYTES = 16_000_000
/** The JSON texts of all public reads. */
export const READ_CACHE_BYTES = 10_000_000
/** The data sheets and comparisons of items, and the social pictures of pages. Each takes about 150 kB, and 100 ms to be created again. */
export const DATA_SHEET_CACHE_BYTES = 12_000_000
/** A longer body or text is not cached: it would evict hundreds of others. */
export const MAX_CACHED_BODY_BYTES = 1_000_000
/** Estimate of the memory of an entry apart from its body: key, headers, and nodes of the LRU list. */
export const ENTRY_OVERHEAD_BYTES = 2000
/** A string takes up to two bytes per character. */
export const BYTES_PER_CHARACTER = 2
