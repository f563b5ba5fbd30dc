import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { passwordTooLong, passwordTooShort, weakPassword } from '../problems.ts'

/** Passwords that an attacker finds within this many guesses are weak. */
const MIN_GUESSES = 1e8
/** The estimate takes up to 0.1 s for this many characters; the rest of a longer password is not read. */
const MAX_ESTIMATED_LENGTH = 64
const MIN_DISTINCT_CHARACTERS = 4
/** Up to this length, digits alone are a date or a phone number. */
const MAX_DIGITS_LENGTH = 11
const DIGITS_ONLY = new RegExp(`^[\\d\\s./-]{0,${MAX_DIGITS_LENGTH}}$`)

/** Words of this trade and country that the library's dictionary lacks or ranks as rare. */
const LOCAL_WORDS = `machine machines lathe turret capstan works factory engineer engineering office
  india bharat hindustan mumbai delhi newdelhi chennai kolkata bangalore bengaluru hyderabad coimbatore kerala tamilnadu
  krishna ganesh ganesha shiva omsairam sairam jaimatadi jaishreeram hanuman lakshmi sachin dhoni virat kohli
  january february march april may june july august september october november december
  spring summer autumn winter monday tuesday wednesday thursday friday saturday sunday`.split(/\s+/)

/**
 * Throws 400 unless a new password is neither too short nor too long (FORM_LIMITS) and is hard to guess. Spaces around it do not count.
 * `personalInfo` contains what others know of the person: name and email address.
 */
export async function checkNewPassword(password: string, personalInfo: string[] = []): Promise<void> {
  if (password.trim().length < FORM_LIMITS.minPasswordLength) throw passwordTooShort()
  if (password.length > FORM_LIMITS.passwordLength) throw passwordTooLong()
  if (await isWeakPassword(password, personalInfo)) throw weakPassword()
}

/**
 * Returns whether a password is easy to guess: it is one of the 49,000 most common ones, or consists of common words,
 * personal information, keyboard patterns, repetitions, dates or digits, also with substituted characters.
 */
export async function isWeakPassword(password: string, personalInfo: string[] = []): Promise<boolean> {
  const text = password.trim()
  if (new Set(text).size < MIN_DISTINCT_CHARACTERS || DIGITS_ONLY.test(text)) return true
  const estimator = await loadEstimator()
  return estimator.check(text, personalInfo.flatMap(splitWords)).guesses < MIN_GUESSES
}

const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

let estimator: Promise<ZxcvbnFactory> | undefined

/** Loads the estimator and its dictionaries (25 MB, 0.1 s) on first use, so that an idle site does without them. */
function loadEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= createEstimator()
  return estimator
}

async function createEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...dictionary, localWords: LOCAL_WORDS },
    graphs: adjacencyGraphs,
    maxLength: MAX_ESTIMATED_LENGTH,
  })
}
