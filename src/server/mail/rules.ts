const MINUTE_MS = 60_000
const MAX_BACKOFF_MINUTES = 6 * 60
const MAX_RETRY_PERIOD_MS = 3 * 24 * 60 * MINUTE_MS

/** Returns the time of the next attempt: 1, 2, 4 minutes … 6 hours after the latest failure. Undefined for emails that are three days old. */
export function getNextAttempt(attempts: number, createdAt: Date, now: Date): Date | undefined {
  const minutes = Math.min(2 ** (attempts - 1), MAX_BACKOFF_MINUTES)
  if (now.getTime() - createdAt.getTime() >= MAX_RETRY_PERIOD_MS) return undefined
  return new Date(now.getTime() + minutes * MINUTE_MS)
}

/** Whether the mail server has refused this email for good (5xx). A wrong password is not the fault of the email. */
export function isPermanent(error: unknown): boolean {
  const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number }
  return responseCode >= 500 && code !== 'EAUTH' && !AUTHENTICATION_CODES.includes(responseCode)
}

/** RFC 4954 */
const AUTHENTICATION_CODES = [530, 534, 535, 538]

/** Describes a failure without addresses and without the mail server's own text, which may contain them. */
export function describeFailure(error: unknown): string {
  const { code = '', responseCode } = error as { code?: string; responseCode?: number }
  if (responseCode === 535 || code === 'EAUTH')
    return 'The mail server did not accept the user name and password.'
  if (responseCode) return `The mail server rejected the email (${responseCode}).`
  if (code === 'EDNS' || code === 'ENOTFOUND') return 'The mail server was not found.'
  if (code === 'ETLS') return 'The certificate of the mail server could not be verified.'
  if (['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'ECONNREFUSED', 'ECONNRESET'].includes(code)) {
    return 'The mail server could not be reached.'
  }
  return 'The email could not be sent.'
}
