import type { AccountSummary, AccountUpdate, InviteBody } from '#contracts/account.ts'
import type { AuditAction } from '#contracts/audit-log.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/guard.ts'
import { HttpProblem, notFound } from '#server/kernel/problem.ts'
import { issueToken } from './account-tokens.ts'
import { normalizeEmail } from './rules.ts'
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
import { deleteAccountTokens } from './store-account-tokens.ts'

interface AccountAdminDeps {
  db: Db
  clock: Clock
}

interface IssuedToken {
  account: AccountSummary
  secret: string
  expiresAt: string
}

/** Adds somebody who has yet to choose a password. Throws 409 when the e-mail address is taken. */
export function inviteAccount(
  { db, clock }: AccountAdminDeps,
  by: Actor,
  body: InviteBody,
): Promise<IssuedToken> {
  const email = normalizeEmail(body.email)
  return inTransaction(db, async (transaction) => {
    if (await findAccountByEmail(transaction, email)) {
      throw new HttpProblem(409, 'taken', 'There is an account with this e-mail address already.')
    }
    const now = clock()
    const user = await insertAccount(transaction, { ...body, email, at: toIso(now) })
    await auditAccountChange(transaction, by, now, 'invited', user, `${email}, as ${body.role}`)
    const token = await issueToken(transaction, { id: user.id, passwordHash: undefined }, now)
    return { account: await getAccountSummary(transaction, user.id), ...token }
  })
}

/** A new invitation, or a way to a new password; the person's earlier links stop working. Throws 404. */
export function reissueToken({ db, clock }: AccountAdminDeps, by: Actor, id: string): Promise<IssuedToken> {
  return inTransaction(db, async (transaction) => {
    const account = await getAccountOrThrow(transaction, id)
    const now = clock()
    await deleteAccountTokens(transaction, id)
    const token = await issueToken(transaction, account, now)
    if (account.passwordHash)
      await auditAccountChange(transaction, by, now, 'changed', account, 'link for a new password')
    else await auditAccountChange(transaction, by, now, 'invited', account, 'again')
    return { account: await getAccountSummary(transaction, id), ...token }
  })
}

/** Throws 404, and 409 when no owner would be left. */
export function changeAccount(
  { db, clock }: AccountAdminDeps,
  by: Actor,
  id: string,
  change: AccountUpdate,
): Promise<AccountSummary> {
  return inTransaction(db, async (transaction) => {
    const account = await getAccountOrThrow(transaction, id)
    const role = change.role ?? account.role
    const username = change.username ?? account.username
    if (role !== 'owner') await rejectLastOwner(transaction, account)
    await updateAccount(transaction, id, { role, username })
    const detail = [
      ...(role === account.role ? [] : [`role ${account.role} → ${role}`]),
      ...(username === account.username ? [] : [`name ${account.username} → ${username}`]),
    ].join(', ')
    if (detail) await auditAccountChange(transaction, by, clock(), 'changed', { id, username }, detail)
    return getAccountSummary(transaction, id)
  })
}

/** Ends the person's sessions as well. Throws 404, and 409 when no owner would be left. */
export function removeAccount({ db, clock }: AccountAdminDeps, by: Actor, id: string): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const account = await getAccountOrThrow(transaction, id)
    await rejectLastOwner(transaction, account)
    await deleteAccount(transaction, id)
    await auditAccountChange(transaction, by, clock(), 'deleted', account, account.email)
  })
}

/** For somebody who lost the telephone. Throws 404. */
export function disableSecondFactor(
  { db, clock }: AccountAdminDeps,
  by: Actor,
  id: string,
): Promise<AccountSummary> {
  return inTransaction(db, async (transaction) => {
    const account = await getAccountOrThrow(transaction, id)
    if (account.secondFactor) {
      await replaceSecondFactor(transaction, id, undefined)
      await auditAccountChange(transaction, by, clock(), 'changed', account, 'second factor turned off')
    }
    return getAccountSummary(transaction, id)
  })
}

async function rejectLastOwner(db: Db, account: Account): Promise<void> {
  if (account.role !== 'owner' || (await countOtherOwners(db, account.id)) > 0) return
  throw new HttpProblem(
    409,
    'last-owner',
    `${account.username} is the last owner. Make somebody else an owner first.`,
  )
}

async function getAccountOrThrow(db: Db, id: string): Promise<Account> {
  const account = await findAccount(db, id)
  if (!account) throw notFound('Account')
  return account
}

async function getAccountSummary(db: Db, id: string): Promise<AccountSummary> {
  const summary = (await listAccountSummaries(db)).find((candidate) => candidate.id === id)
  if (!summary) throw notFound('Account')
  return summary
}

function auditAccountChange(
  db: Db,
  by: Actor,
  now: Date,
  action: AuditAction,
  { id, username }: Pick<Account, 'id' | 'username'>,
  detail: string,
): Promise<void> {
  const subject = { subject: 'account', subjectId: id, subjectName: username } as const
  return writeAuditEntry(db, by, { at: toIso(now), action, ...subject, detail })
}
