import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * Starts a Node process with two threads and little memory of its own. Of this process's environment, which contains
 * passwords, it receives nothing but what Windows needs to start a program; `env` is added.
 */
export function forkNode(
  path: string,
  {
    args = [],
    env,
    execArgv = [],
    ...options
  }: Pick<ForkOptions, 'env' | 'execArgv' | 'serialization' | 'stdio'> & { args?: string[] } = {},
): ChildProcess {
  const compileCache = getCompileCacheDir()
  const { SystemRoot, TEMP } = process.env
  return fork(path, args, {
    ...options,
    execArgv,
    env: {
      ...(SystemRoot && { SystemRoot, TEMP }),
      ...env,
      UV_THREADPOOL_SIZE: '2',
      MALLOC_ARENA_MAX: '2',
      ...(compileCache && { NODE_COMPILE_CACHE: dirname(compileCache) }),
    },
  })
}
