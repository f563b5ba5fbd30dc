import { z } from 'zod'
import { User } from './account.ts'

/** One's own account. */
export const OwnAccount = User.extend({
  secondFactor: z.boolean(),
  recoveryCodesLeft: z.number().int(),
})
export type OwnAccount = z.infer<typeof OwnAccount>

const password = z.string().max(1000)
export const PasswordProof = z.object({ password })
export const PasswordChange = z.object({ password, newPassword: password })

/** One place where the account is signed in. Times are UTC, ISO 8601. */
export const OwnSession = z.object({
  id: z.string(),
  startedAt: z.string(),
  seenAt: z.string(),
  browser: z.string().meta({ description: "In plain words: 'Firefox on Windows'" }),
  isThis: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** What an authenticator app needs; `address` is for its picture. */
export const SecondFactorSecret = z.object({ secret: z.string(), address: z.string() })
export type SecondFactorSecret = z.infer<typeof SecondFactorSecret>

/** The password as well: a session left open is not enough to bind somebody else's telephone. */
export const SecondFactorProof = PasswordProof.extend({
  secret: z.string().regex(/^[A-Z2-7]{32}$/, 'Please begin again: this key is not one of ours.'),
  code: z.string().max(40),
})

/** Shown this once; each opens the account once in place of a code. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
