/**
 * Stands for the cache of mutations in the build of the public site, which has none: its forms send by `useGuardedMutation`. The
 * cache and what it needs are 1.5 kB of every page.
 */
export class MutationCache {
  getAll = () => []
  findAll = () => []
  resumePausedMutations = async () => undefined
  clear() {}
}
