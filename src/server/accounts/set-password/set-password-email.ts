import type { Account } from '../store.ts'

/** Returns the email with the set-password link `url`, which is valid until `expiresAt` (UTC). */
export const createSetPasswordEmail = (
  account: Pick<Account, 'username' | 'email'>,
  { url, expiresAt, now }: { url: string; expiresAt: string; now: Date },
) => ({
  to: account.email,
  subject: 'Set a new password',
  text: `Hello ${account.username},

A new password was requested for your account at ${new URL(url).origin}.
Set it here within ${formatValidity(expiresAt, now)}:

${url}

If you did not request this, you can ignore this email. Your password has not been changed.
`,
})

/** Returns '24 hours', or full days from two days on. */
function formatValidity(expiresAt: string, now: Date): string {
  const hours = Math.round((Date.parse(expiresAt) - now.getTime()) / 3_600_000)
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}
