import { setTimeout as sleep } from 'node:timers/promises'

/** Something that the site needs to work. */
export interface ReadinessCheck {
  /** Identifies the check in responses and logs, such as 'database.write'. */
  name: string
  /** Describes the failure for people, without a full stop. */
  failureMessage: string
  /** Rejects when it fails. */
  check(): Promise<void>
}

const CHECK_TIMEOUT_MS = 2000
/** The checks run at most once in this time, independently of the number of requests. */
const CACHE_TTL_MS = 1000

/**
 * Returns a function that returns the failing checks within CHECK_TIMEOUT_MS. `onChange` is called when the set of
 * failing checks differs from the previous one.
 */
export function createReadinessProbe(
  readinessChecks: ReadinessCheck[],
  onChange: (failing: ReadinessCheck[], error: unknown) => void,
): () => Promise<ReadinessCheck[]> {
  const checks = readinessChecks.map((readinessCheck) => ({
    readinessCheck,
    run: singleFlight(readinessCheck.check),
  }))
  let lastFailing = ''
  let cachedResult: Promise<ReadinessCheck[]> | undefined

  async function findFailing(): Promise<ReadinessCheck[]> {
    const failures: { readinessCheck: ReadinessCheck; error: unknown }[] = []
    await Promise.all(
      checks.map(async ({ readinessCheck, run }) => {
        try {
          await withTimeout(run())
        } catch (error) {
          failures.push({ readinessCheck, error })
        }
      }),
    )
    const failing = readinessChecks.filter((check) =>
      failures.some(({ readinessCheck }) => readinessCheck === check),
    )
    const nowFailing = failing.map(({ name }) => name).join(' ')
    if (nowFailing !== lastFailing) onChange(failing, failures[0]?.error)
    lastFailing = nowFailing
    return failing
  }

  return () => {
    cachedResult ??= findFailing().finally(() => {
      setTimeout(() => {
        cachedResult = undefined
      }, CACHE_TTL_MS).unref()
    })
    return cachedResult
  }
}

/** Does not start a check again while it hangs, as on a failing disk. */
function singleFlight(check: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }
}

async function withTimeout(check: Promise<void>): Promise<void> {
  const timeoutController = new AbortController()
  const timeout = sleep(CHECK_TIMEOUT_MS, undefined, { signal: timeoutController.signal, ref: false }).then(
    () => {
      throw new Error('The check took too long.')
    },
  )
  timeout.catch(() => undefined)
  await Promise.race([check, timeout]).finally(() => timeoutController.abort())
}
