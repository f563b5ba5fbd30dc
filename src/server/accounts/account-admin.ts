import type { AccountSummary, AccountUpdate, InviteBody } from '#contracts/account/account.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { notFound } from '#server/kernel/http/problem.ts'
import { auditAccount, describeDeletedKeys } from './audit.ts'
import { emailTaken, lastOwner } from './problems.ts'
import { countApiKeys } from './profile/store-api-keys.ts'
import { normalizeEmail } from './rules.ts'
import { issueToken } from './set-password/account-tokens.ts'
import { deleteAccountTokens } from './set-password/store-account-tokens.ts'
import {
  type Account,
  countOtherOwners,
  deleteAccount,
  findAccount,
  findAccountByEmail,
  insertAccount,
  listAccountSummaries,
  replaceSecondFactor,
  updateAccount,
} from './store.ts'

interface AccountAdminDeps {
  db: Db
  clock: Clock
}

interface IssuedToken {
  account: AccountSummary
  secret: string
  expiresAt: string
}

/** Creates an account without a password and a token to set it. Throws 409 when the email address is taken. */
export function inviteAccount(
  { db, clock }: AccountAdminDeps,
  { by, invite }: { by: Actor; invite: InviteBody },
): Promise<IssuedToken> {
  const email = normalizeEmail(invite.email)
  return inTransaction(db, async (tx) => {
    if (await findAccountByEmail(tx, email)) throw emailTaken()
    const now = clock()
    const account = await insertAccount(tx, { ...invite, email, at: toIso(now) })
    const detail = `${email}, as ${invite.role}`
    await auditAccount(tx, { account, action: 'invited', now, by, detail })
    const token = await issueToken(tx, { account: { id: account.id, passwordHash: undefined }, now })
    return { account: await getAccountSummary(tx, account.id), ...token }
  })
}

/** Issues a new token to accept the invitation or to reset the password; earlier tokens become invalid. Throws 404. */
export function reissueToken(
  { db, clock }: AccountAdminDeps,
  { by, id }: { by: Actor; id: string },
): Promise<IssuedToken> {
  return inTransaction(db, async (tx) => {
    const account = await getAccountOrThrow(tx, id)
    const now = clock()
    await deleteAccountTokens(tx, id)
    const token = await issueToken(tx, { account, now })
    await auditAccount(tx, {
      account,
      now,
      by,
      ...(account.passwordHash
        ? { action: 'changed', detail: 'link for a new password' }
        : { action: 'invited', detail: 'again' }),
    })
    return { account: await getAccountSummary(tx, id), ...token }
  })
}

/** Changes role or name. Throws 404, and 409 when no owner would be left. */
export function changeAccount(
  { db, clock }: AccountAdminDeps,
  { by, id, update }: { by: Actor; id: string; update: AccountUpdate },
): Promise<AccountSummary> {
  return inTransaction(db, async (tx) => {
    const account = await getAccountOrThrow(tx, id)
    const role = update.role ?? account.role
    const username = update.username ?? account.username
    if (role !== 'owner') await rejectLastOwner(tx, account)
    await updateAccount(tx, { id, role, username })
    const detail = [
      ...(role === account.role ? [] : [`role ${account.role} → ${role}`]),
      ...(username === account.username ? [] : [`name ${account.username} → ${username}`]),
    ].join(', ')
    if (detail)
      await auditAccount(tx, { account: { id, username }, action: 'changed', now: clock(), by, detail })
    return getAccountSummary(tx, id)
  })
}

/** Deletes an account with its sessions and API keys. Throws 404, and 409 when no owner would be left. */
export function removeAccount(
  { db, clock }: AccountAdminDeps,
  { by, id }: { by: Actor; id: string },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const account = await getAccountOrThrow(tx, id)
    await rejectLastOwner(tx, account)
    const detail = account.email + describeDeletedKeys(await countApiKeys(tx, id))
    await deleteAccount(tx, id)
    await auditAccount(tx, { account, action: 'deleted', now: clock(), by, detail })
  })
}

/** Turns off the second factor of an account whose owner has lost the phone. Throws 404. */
export function disableSecondFactor(
  { db, clock }: AccountAdminDeps,
  { by, id }: { by: Actor; id: string },
): Promise<AccountSummary> {
  return inTransaction(db, async (tx) => {
    const account = await getAccountOrThrow(tx, id)
    if (account.secondFactor) {
      await replaceSecondFactor(tx, id, undefined)
      const detail = 'two-step verification turned off'
      await auditAccount(tx, { account, action: 'changed', now: clock(), by, detail })
    }
    return getAccountSummary(tx, id)
  })
}

async function rejectLastOwner(tx: Tx, account: Account): Promise<void> {
  if (account.role === 'owner' && (await countOtherOwners(tx, account.id)) === 0)
    throw lastOwner(account.username)
}

async function getAccountOrThrow(tx: Tx, id: string): Promise<Account> {
  const account = await findAccount(tx, id)
  if (!account) throw notFound('Account')
  return account
}

async function getAccountSummary(tx: Tx, id: string): Promise<AccountSummary> {
  const summary = (await listAccountSummaries(tx)).find((candidate) => candidate.id === id)
  if (!summary) throw notFound('Account')
  return summary
}
