import { z } from 'zod'
import { User } from './account.ts'

/** One's own account. */
export const Profile = User.extend({
  secondFactor: z.boolean(),
  recoveryCodesLeft: z.number().int(),
})
export type Profile = z.infer<typeof Profile>

const password = z.string().max(1000)
export const PasswordConfirmation = z.object({ password })
export const PasswordChange = z.object({ password, newPassword: password })

/** One place where the account is signed in. Times are UTC, ISO 8601. */
export const ProfileSession = z.object({
  id: z.string(),
  startedAt: z.string(),
  seenAt: z.string(),
  browser: z.string().meta({ description: "In plain words: 'Firefox on Windows'" }),
  isCurrent: z.boolean(),
})
export type ProfileSession = z.infer<typeof ProfileSession>

/** What an authenticator app needs; `address` is for its picture. */
export const TotpSecret = z.object({ secret: z.string(), uri: z.string() })
export type TotpSecret = z.infer<typeof TotpSecret>

/** The password as well: a session left open is not enough to bind somebody else's telephone. */
export const TotpEnrolment = PasswordConfirmation.extend({
  secret: z.string().regex(/^[A-Z2-7]{32}$/, 'Please begin again: this key is not one of ours.'),
  code: z.string().max(40),
})

/** Shown this once; each opens the account once in place of a code. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
