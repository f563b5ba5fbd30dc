import { customAlphabet } from 'nanoid'
import { Secret, TOTP } from 'otpauth'
import { hashSecret } from '#server/kernel/ids.ts'
import type { SecondFactor } from '../store.ts'

const SECRET_BYTES = 20
const STEP_SECONDS = 30
/** The clock of a phone may differ by one time step, earlier or later. */
const WINDOW_STEPS = 1
const RECOVERY_CODE_COUNT = 10
/**
 * Creates a recovery code without characters that look alike in handwriting. 24 of 30 characters are 118 random bits, so
 * that the codes cannot be found from their unsalted hashes.
 */
const createRecoveryCode = customAlphabet('23456789abcdefghjkmnpqrstuvwxyz', 24)

/** Returns a random secret as 32 base32 characters. */
export const createTotpSecret = () => new Secret({ size: SECRET_BYTES }).base32

/** Returns the content of the QR code for authenticator apps: TOTP (RFC 6238) in the key URI format. */
export const getTotpUri = (secret: string, issuer: string, email: string) =>
  createTotp(secret, issuer, email).toString()

/** Returns the time step of a code, or undefined for a code that is wrong now or not later than `lastStep`. */
export function verifyTotp(secret: string, code: string, now: Date, lastStep: number): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const timestamp = now.getTime()
  const step = TOTP.counter({ period: STEP_SECONDS, timestamp })
  // Used steps are skipped instead of rejected, because the next step may have the same digits.
  const secretKey = createTotp(secret)
  for (
    let candidate = Math.max(step - WINDOW_STEPS, lastStep + 1);
    candidate <= step + WINDOW_STEPS;
    candidate++
  ) {
    const delta = secretKey.validate({ token, timestamp: candidate * STEP_SECONDS * 1000, window: 0 })
    if (delta === 0) return candidate
  }
  return undefined
}

/** Returns ten recovery codes as they are shown ('abcd-efgh-…'), and their hashes. */
export function createRecoveryCodes(): { plainCodes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => createRecoveryCode())
  return { plainCodes: codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-')), hashes: codes.map(hashSecret) }
}

/** Returns the second factor after `code` was used, or undefined when the code is wrong. */
export function markCodeUsed(factor: SecondFactor, code: string, now: Date): SecondFactor | undefined {
  const step = verifyTotp(factor.secret, code, now, factor.lastStep)
  if (step !== undefined) return { ...factor, lastStep: step }
  const hash = hashSecret(code.replace(/[\s-]/g, '').toLowerCase())
  if (!factor.recoveryHashes.includes(hash)) return undefined
  return { ...factor, recoveryHashes: factor.recoveryHashes.filter((left) => left !== hash) }
}

const createTotp = (secret: string, issuer = '', label = '') =>
  new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  })
