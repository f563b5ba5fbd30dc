import type { Db } from '#server/database/db.ts'
import { recordChange } from '#server/database/log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, minutesBefore, timestamp } from '#server/kernel/clock.ts'
import { hashSecret } from '#server/kernel/ids.ts'
import { addLink, linkAddress, linkGone } from './links.ts'
import type { AccountParts } from './parts.ts'
import { hashPassword } from './password.ts'
import { checkNewPassword, codeNeeded } from './rules.ts'
import { beginCode, beginTry, type NewSession, openSession, type Sender, useCode } from './sign-in.ts'
import { type Account, findAccount, findAccountByEmail, replacePassword } from './store.ts'
import { forgiveAttempt } from './store-attempts.ts'
import { countLinksSince, findLink, type Link } from './store-links.ts'

interface Parts {
  db: Db
  clock: Clock
}

/** Letters to one person within an hour, whoever asks for them. */
const LETTERS_AN_HOUR = 3

/** Whom the link is for. Throws 410 when it is not good, or no more. */
export async function readLink({ db, clock }: Parts, secret: string): Promise<Link & { account: Account }> {
  const link = await findLink(db, hashSecret(secret), timestamp(clock()))
  const account = link && (await findAccount(db, link.accountId))
  if (!account) throw linkGone()
  return { ...link, account }
}

/**
 * Sets the password, ends the account's sessions and links, and signs in. A second factor is asked for here as well: a
 * link alone must not get past it. Throws 410, 400 for a bad password, 401 and 429 for the code; the link stays good then.
 */
export async function choosePassword(
  parts: Parts,
  given: { secret: string; password: string; code: string | undefined },
  sender: Sender,
): Promise<NewSession> {
  const { db, clock } = parts
  const { account } = await readLink(parts, given.secret)
  checkNewPassword(given.password, [account.username, account.email])
  if (account.secondFactor && !given.code) throw codeNeeded()
  const attempt = account.secondFactor && (await beginTry(parts, account.email, sender.address))
  const forgiveCode = await beginCode(parts, account, given.code)
  const passwordHash = await hashPassword(given.password)
  const session = await inTransaction(db, async (transaction) => {
    // Somebody else may have used the link meanwhile.
    const { account: present, purpose } = await readLink({ db: transaction, clock }, given.secret)
    const now = clock()
    const detail = await useCode(transaction, present, given.code, now)
    await replacePassword(transaction, present.id, passwordHash)
    await recordChange(
      transaction,
      { accountId: present.id, name: present.username },
      {
        at: timestamp(now),
        action: 'changed',
        subject: 'account',
        subjectId: present.id,
        subjectName: present.username,
        detail: purpose === 'invite' ? 'accepted the invitation' : 'chose a new password by a link',
      },
    )
    return openSession(transaction, present, { sender, detail, now })
  })
  if (attempt) await forgiveAttempt(db, attempt.ids, attempt.subject)
  await forgiveCode()
  return session
}

/** Sends a link to whom the address belongs, if to anybody. Links that were given before stay good. */
export async function sendLink(
  { db, clock }: Parts,
  email: string,
  origin: string,
  sendMail: NonNullable<AccountParts['sendMail']>,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const account = await findAccountByEmail(transaction, email)
    const now = clock()
    if (!account) return
    const sent = await countLinksSince(transaction, account.id, timestamp(minutesBefore(now, 60)))
    if (sent >= LETTERS_AN_HOUR) return
    const { secret, expiresAt } = await addLink(transaction, account, now)
    await sendMail(transaction, {
      to: account.email,
      subject: 'Choose a new password',
      text: letter(account.username, linkAddress(origin, secret), timeLeft(expiresAt, now)),
    })
  })
}

/** In whole hours, from two days on in whole days. */
function timeLeft(expiresAt: string, now: Date): string {
  const hours = Math.round((Date.parse(expiresAt) - now.getTime()) / 3_600_000)
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}

const letter = (username: string, link: string, within: string) => `Hello ${username},

somebody, probably you, asked for a new password for ${new URL(link).origin}.
Choose it here within ${within}:

${link}

If it was not you, there is nothing to do: the password stays as it is.
`
