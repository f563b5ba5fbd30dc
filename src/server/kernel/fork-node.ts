import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

export type ForkNodeOptions = Pick<ForkOptions, 'env' | 'execArgv'>

/**
 * Starts a Node process with two threads and little memory of its own. Of this process's environment, which contains
 * passwords, it receives nothing but what Windows needs to start a program; `env` is added. When memory runs out, Linux ends
 * such a process before this one.
 */
export function forkNode(
  path: string,
  { env, execArgv = [], ...options }: ForkNodeOptions & Pick<ForkOptions, 'serialization'> = {},
): ChildProcess {
  const compileCache = getCompileCacheDir()
  const { SystemRoot, TEMP } = process.env
  const child = fork(path, {
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
  preferOomKill(child.pid)
  return child
}

function preferOomKill(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // The file does not exist on other systems and is read-only in some containers.
  }
}
