import { setTimeout as sleep } from 'node:timers/promises'

/** What the site cannot do its work without. */
export interface Need {
  /** As the answer names it, such as 'database.write'. */
  name: string
  /** What is wrong when it fails, for people. */
  failing: string
  /** Rejects when it fails. */
  check(): Promise<void>
}

/** Longer than this counts as failing. */
const PATIENCE_MS = 2000
/** However many ask, the checks run this long apart. */
const KEPT_MS = 1000

/** Answers the needs that fail now, within two seconds. `onChange` hears when others fail than before. */
export function openReadiness(
  needs: Need[],
  onChange: (failing: Need[], error: unknown) => void,
): () => Promise<Need[]> {
  const checks = needs.map((need) => ({ need, check: once(need.check) }))
  let before = ''
  let known: Promise<Need[]> | undefined

  async function findFailing(): Promise<Need[]> {
    const failures: { need: Need; error: unknown }[] = []
    await Promise.all(
      checks.map(async ({ need, check }) => {
        try {
          await inTime(check())
        } catch (error) {
          failures.push({ need, error })
        }
      }),
    )
    const failing = needs.filter((need) => failures.some((failure) => failure.need === need))
    const now = failing.map(({ name }) => name).join(' ')
    if (now !== before) onChange(failing, failures[0]?.error)
    before = now
    return failing
  }

  return () => {
    known ??= findFailing().finally(() => {
      setTimeout(() => {
        known = undefined
      }, KEPT_MS).unref()
    })
    return known
  }
}

/** A disk that hangs is not asked a second time while it does not answer. */
function once(check: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }
}

async function inTime(check: Promise<void>): Promise<void> {
  const late = new AbortController()
  const tooLate = sleep(PATIENCE_MS, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new Error('It took too long.')
  })
  tooLate.catch(() => undefined)
  await Promise.race([check, tooLate]).finally(() => late.abort())
}
