/**
 * Stands for the cache of mutations in the build of the public site, which has none: its forms send by `useGuardedMutation`. The
 * cache and what it needs are 1 kB of every page (decision 0246).
 */
export class MutationCache {
  getAll = () => []
  findAll = () => []
  resumePausedMutations = async () => undefined
  clear() {}
}
