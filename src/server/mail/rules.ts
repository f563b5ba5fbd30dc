const MINUTE_MS = 60_000
const MAX_BACKOFF_MINUTES = 6 * 60
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * MINUTE_MS

/** When to try again after the `tries`-th failure: 1, 2, 4 minutes … 6 hours. Undefined once it is three days old. */
export function getNextAttempt(attempts: number, createdAt: Date, now: Date): Date | undefined {
  const minutes = Math.min(2 ** (attempts - 1), MAX_BACKOFF_MINUTES)
  if (now.getTime() - createdAt.getTime() >= GIVE_UP_AFTER_MS) return undefined
  return new Date(now.getTime() + minutes * MINUTE_MS)
}

/** What kind of failure it was, in words that name neither people nor the mail server's own words. */
export function describeFailure(error: unknown): string {
  const { code = '', responseCode } = error as { code?: string; responseCode?: number }
  if (responseCode === 535 || code === 'EAUTH') return 'The mail server did not accept name and password.'
  if (responseCode) return `The mail server refused the mail (${responseCode}).`
  if (code === 'EDNS' || code === 'ENOTFOUND') return 'The mail server was not found.'
  if (code === 'ETLS') return 'The mail server could not be trusted.'
  if (['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'ECONNREFUSED', 'ECONNRESET'].includes(code)) {
    return 'The mail server could not be reached.'
  }
  return 'The mail could not be sent.'
}
