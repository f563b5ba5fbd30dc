import { z } from 'zod'
import { FORM_LIMITS } from '../enquiry/form-limits.ts'
import { User, Username } from './account.ts'

/** The account of the signed-in user. */
export const Profile = User.extend({
  secondFactor: z.boolean(),
  recoveryCodesLeft: z.number().int(),
})
export type Profile = z.infer<typeof Profile>

export const NameChange = z.object({ username: Username })

const password = z.string().max(FORM_LIMITS.passwordLength)
export const PasswordConfirmation = z.object({ password })
export const PasswordChange = z.object({ password, newPassword: password })

/** A session of the signed-in user. Times are UTC, ISO 8601. */
export const ProfileSession = z.object({
  id: z.string(),
  startedAt: z.string(),
  seenAt: z.string(),
  browser: z.string().meta({ description: "For example 'Firefox on Windows'" }),
  isCurrent: z.boolean(),
})
export type ProfileSession = z.infer<typeof ProfileSession>

/** The secret of an authenticator app; `uri` is the content of its QR code. */
export const TotpSecret = z.object({ secret: z.string(), uri: z.string() })
export type TotpSecret = z.infer<typeof TotpSecret>

/** The request that turns on the second factor. It needs the password, so that a session alone cannot enrol a phone. */
export const TotpEnrolment = PasswordConfirmation.extend({
  secret: z.string().regex(/^[A-Z2-7]{32}$/, 'This key is invalid. Start again.'),
  code: z.string().max(40),
})

/** Recovery codes, returned only once. Each replaces a code of the app once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
