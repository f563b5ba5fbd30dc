import { setTimeout as sleep } from 'node:timers/promises'

/** What the site cannot do its work without. */
export interface ReadinessCheck {
  /** As the answer names it, such as 'database.write'. */
  name: string
  /** What is wrong when it fails, for people. */
  failureMessage: string
  /** Rejects when it fails. */
  check(): Promise<void>
}

/** Longer than this counts as failing. */
const CHECK_TIMEOUT_MS = 2000
/** However many ask, the checks run this long apart. */
const CACHE_TTL_MS = 1000

/** Answers the needs that fail now, within two seconds. `onChange` hears when others fail than before. */
export function createReadinessProbe(
  readinessChecks: ReadinessCheck[],
  onChange: (failing: ReadinessCheck[], error: unknown) => void,
): () => Promise<ReadinessCheck[]> {
  const checks = readinessChecks.map((need) => ({ need, check: singleFlight(need.check) }))
  let lastFailing = ''
  let cachedResult: Promise<ReadinessCheck[]> | undefined

  async function findFailing(): Promise<ReadinessCheck[]> {
    const failures: { need: ReadinessCheck; error: unknown }[] = []
    await Promise.all(
      checks.map(async ({ need, check }) => {
        try {
          await withTimeout(check())
        } catch (error) {
          failures.push({ need, error })
        }
      }),
    )
    const failing = readinessChecks.filter((need) => failures.some((failure) => failure.need === need))
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

/** A disk that hangs is not asked a second time while it does not answer. */
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
      throw new Error('It took too long.')
    },
  )
  timeout.catch(() => undefined)
  await Promise.race([check, timeout]).finally(() => timeoutController.abort())
}
