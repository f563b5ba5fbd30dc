import { z } from 'zod'
import { FORM_LIMITS } from '../enquiry/form-limits.ts'
import { ROLE_NAMES } from './role.ts'

export const Role = z.enum(ROLE_NAMES)
export type Role = z.infer<typeof Role>

export const User = z.object({ id: z.string(), username: z.string(), email: z.string(), role: Role })
export type User = z.infer<typeof User>

/** The credentials of a sign-in. Blank fields are rejected by the server's rules, with the specified message. */
export const LoginBody = z.object({
  email: z.string().max(FORM_LIMITS.emailLength),
  password: z.string().max(FORM_LIMITS.passwordLength),
  code: z.string().max(40).optional().meta({ description: 'Six digits or a recovery code' }),
})
export type LoginBody = z.infer<typeof LoginBody>

/** `token` is the public id of the session: it marks the browser as signed in and grants no access (decision 0003). */
export const LoginReply = z.object({ token: z.string(), user: User, message: z.string() })
export type LoginReply = z.infer<typeof LoginReply>

const email = z
  .string()
  .trim()
  .max(FORM_LIMITS.emailLength, `An email address can have at most ${FORM_LIMITS.emailLength} characters.`)
  .regex(/^[^\s@]+@[^\s@]+$/, 'Enter a valid email address.')
export const Username = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(FORM_LIMITS.nameLength, `A name can have at most ${FORM_LIMITS.nameLength} characters.`)

/** An account as owners see it. Times are UTC, ISO 8601. */
export const AccountSummary = User.extend({
  state: z.enum(['invited', 'active']).meta({ description: 'invited: has not set a password yet' }),
  secondFactor: z.boolean(),
  seenAt: z.string().nullable(),
})
export type AccountSummary = z.infer<typeof AccountSummary>

export const InviteBody = z.object({ email, username: Username, role: Role })
export type InviteBody = z.infer<typeof InviteBody>

/** A link with which a user sets a password once. Only the response that creates it contains it. */
export const SetPasswordLink = z.object({ account: AccountSummary, link: z.string(), expiresAt: z.string() })
export type SetPasswordLink = z.infer<typeof SetPasswordLink>

export const AccountUpdate = z
  .object({ username: Username.optional(), role: Role.optional() })
  .refine(({ username, role }) => username ?? role, 'Enter a name or choose a role.')
export type AccountUpdate = z.infer<typeof AccountUpdate>

const secret = z.string().max(100)
export const SetPasswordTokenBody = z.object({ secret })
/** The account of a set-password link. */
export const SetPasswordTokenReply = User.pick({ email: true, username: true }).extend({
  purpose: z.enum(['invite', 'reset']),
  codeNeeded: z.boolean(),
  apiKeys: z.number().int().meta({ description: 'The API keys of the account, which a reset deletes' }),
})
export type SetPasswordTokenReply = z.infer<typeof SetPasswordTokenReply>
export const SetPasswordBody = LoginBody.pick({ password: true, code: true }).extend({ secret })
export type SetPasswordBody = z.infer<typeof SetPasswordBody>
export const ForgotPasswordBody = z.object({ email })
export const MessageReply = z.object({ message: z.string() })
