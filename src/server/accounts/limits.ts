/** A session ends when it has been idle for this long. The test [API-9] and docs/security.md state these numbers too. */
export const IDLE_TIMEOUT_MINUTES = 8 * 60
/** A session ends this long after the sign-in, even if it is in use. */
export const MAX_SESSION_DAYS = 7
/** The time of the last request of a session or API key is written at most this often. */
export const TOUCH_INTERVAL_MINUTES = 1
/** Sessions of one account. A further sign-in ends the session that was idle longest. */
export const MAX_SESSIONS = 20

/** Wrong passwords and codes are counted for this time. The tests [AUTH-6] and docs/security.md state these numbers too. */
export const ATTEMPT_WINDOW_MINUTES = 15
/** Further attempts return 429 until the time is over; they never lock an account. */
export const MAX_ATTEMPTS_PER_ACCOUNT_AND_NETWORK = 10
export const MAX_ATTEMPTS_PER_NETWORK = 50
/** Attempts with a code, from all networks together. Only a person with the password can make them. */
export const MAX_CODE_ATTEMPTS = 20
/** From this many failures of an account on, sign-ins to it are delayed. They are not rejected: that would lock out its owner. */
export const THROTTLE_AFTER_FAILURES = 50
export const THROTTLE_DELAY_MS = 2000

/** Validity of the link in an invitation. */
export const INVITE_EXPIRY_DAYS = 7
/** Validity of the link for an account that has a password. */
export const RESET_EXPIRY_DAYS = 1
/** E-mails with a set-password link to one account, also when several people request them. */
export const MAX_SET_PASSWORD_EMAILS_PER_HOUR = 3
