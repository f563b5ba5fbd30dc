import type { LoginBody } from '#contracts/account.ts'
import { MESSAGES } from '#contracts/limits.ts'
import { hashSecret } from '#server/kernel/ids.ts'
import { badRequest, HttpProblem } from '#server/kernel/problem.ts'
import { isWeakPassword } from './password-strength.ts'

const IDLE_TIMEOUT_MINUTES = 8 * 60
const MAX_SESSION_DAYS = 7
/** Wrong passwords are counted within this time. */
export const ATTEMPT_WINDOW_MINUTES = 15
/** `seen_at` is written at most this often. */
export const TOUCH_INTERVAL_MINUTES = 1

/** Of one account at a time; who signs in once more ends the one that was idle longest. */
export const MAX_SESSIONS = 20

const COOKIE_NAME = 'capstan_session'
/**
 * The session cookie's name at a site of this address. Over https it is one that browsers take from this very host alone:
 * under another name a page of a neighbouring host could plant a session of its own.
 */
export const getSessionCookieName = (origin: string | undefined): string =>
  origin?.startsWith('https:') ? `__Host-${COOKIE_NAME}` : COOKIE_NAME

export const TOO_MANY_LOGINS = 'Too many attempts. Please wait a quarter of an hour and try again.'

/** 401 that does not say which of the two was wrong. */
export const invalidCredentials = () =>
  new HttpProblem(401, 'wrong-login', 'The e-mail address or the password is wrong.')
/** 401 for a right password without the code that the account asks for as well. */
export const codeRequired = () =>
  new HttpProblem(
    401,
    'code-needed',
    'Please enter the code from your authenticator app, or a recovery code.',
  )
export const invalidCode = () =>
  new HttpProblem(401, 'wrong-code', 'The code is wrong or was used already. Please enter the next one.')

/** From so many wrong tries on, whoever signs in to this account waits; a stranger elsewhere cannot lock it. */
const THROTTLE_AFTER_FAILURES = 50
const THROTTLE_DELAY_MS = 2000

/** Who is counted, and how many wrong tries are let through within the window. */
export interface AttemptLimit {
  subject: string
  max: number
}

/** The account tried from one network, that network, and the account from anywhere, which is never refused. */
export function getAttemptLimits(
  email: string,
  network: string,
): [both: AttemptLimit, network: AttemptLimit, account: AttemptLimit] {
  return [
    { subject: hashSecret(`both ${email} ${network}`), max: 10 },
    { subject: hashSecret(`network ${network}`), max: 50 },
    { subject: hashSecret(`account ${email}`), max: Number.POSITIVE_INFINITY },
  ]
}

/** Wrong codes of an account within the window, from wherever: whoever tries them knows the password already. */
const MAX_CODE_ATTEMPTS = 20
export const TOO_MANY_CODES =
  'Too many wrong codes. Please enter a recovery code, or wait a quarter of an hour and try again.'

/**
 * What counts a try of this code: six digits are few enough to be guessed from many networks. Undefined for recovery
 * codes, which nobody guesses, so that somebody who does cannot keep the person out.
 */
export const getCodeAttemptLimit = (accountId: string, code: string): AttemptLimit | undefined =>
  /^\d{6}$/.test(code.replace(/\s/g, ''))
    ? { subject: hashSecret(`code ${accountId}`), max: MAX_CODE_ATTEMPTS }
    : undefined

/** How long a try has to wait when the account had `failures` already. */
export const getThrottleDelayMs = (failures: number) =>
  failures < THROTTLE_AFTER_FAILURES ? 0 : THROTTLE_DELAY_MS

/** Throws the specified 400 when either field is blank (row AUTH-2). Answers the e-mail in the form it is stored. */
export function parseLogin({ email, password }: LoginBody): { email: string; password: string } {
  if (!email.trim() || !password.trim()) throw badRequest(MESSAGES.fillAllFields)
  return { email: normalizeEmail(email), password }
}

export const normalizeEmail = (email: string) => email.trim().toLowerCase()

export const getSessionExpiry = (start: Date) => new Date(start.getTime() + MAX_SESSION_DAYS * 86_400_000)

export function isActive(session: { seenAt: string; expiresAt: string }, now: Date): boolean {
  const idleMinutes = (now.getTime() - Date.parse(session.seenAt)) / 60_000
  return idleMinutes < IDLE_TIMEOUT_MINUTES && now.toISOString() < session.expiresAt
}

/**
 * Throws unless a new password is long enough and hard to guess; `about` is what others know of the person. Blanks around
 * it count for nothing: signing in refuses blank ones.
 */
export function checkNewPassword(password: string, personalInfo: string[] = []): void {
  if (password.trim().length < 8) throw badRequest('A password needs at least 8 characters.')
  if (password.length > 1000) throw badRequest('A password can have at most 1000 characters.')
  if (isWeakPassword(password, personalInfo)) {
    throw badRequest(
      'This password is easy to guess. Please choose another, such as three words that do not belong together.',
    )
  }
}
