import type { InviteBody, Person, PersonChange } from '#contracts/account.ts'
import type { LogAction } from '#contracts/log.ts'
import type { Db } from '#server/database/db.ts'
import { recordChange } from '#server/database/log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, timestamp } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/guard.ts'
import { notFound, Refusal } from '#server/kernel/problem.ts'
import { addLink } from './links.ts'
import { normalEmail } from './rules.ts'
import {
  type Account,
  countOtherOwners,
  deleteAccount,
  findAccount,
  findAccountByEmail,
  insertAccount,
  listPeople,
  replaceSecondFactor,
  updateAccount,
} from './store.ts'
import { deleteLinksOf } from './store-links.ts'

interface Parts {
  db: Db
  clock: Clock
}

interface GivenLink {
  person: Person
  secret: string
  expiresAt: string
}

/** Adds somebody who has yet to choose a password. Throws 409 when the e-mail address is taken. */
export function invite({ db, clock }: Parts, by: Actor, body: InviteBody): Promise<GivenLink> {
  const email = normalEmail(body.email)
  return inTransaction(db, async (transaction) => {
    if (await findAccountByEmail(transaction, email)) {
      throw new Refusal(409, 'taken', 'There is an account with this e-mail address already.')
    }
    const now = clock()
    const user = await insertAccount(transaction, { ...body, email, at: timestamp(now) })
    await record(transaction, by, now, 'invited', user, `${email}, as ${body.role}`)
    const link = await addLink(transaction, { id: user.id, passwordHash: undefined }, now)
    return { person: await personOf(transaction, user.id), ...link }
  })
}

/** A new invitation, or a way to a new password; the person's earlier links stop working. Throws 404. */
export function renewLink({ db, clock }: Parts, by: Actor, id: string): Promise<GivenLink> {
  return inTransaction(db, async (transaction) => {
    const account = await accountOf(transaction, id)
    const now = clock()
    await deleteLinksOf(transaction, id)
    const link = await addLink(transaction, account, now)
    if (account.passwordHash)
      await record(transaction, by, now, 'changed', account, 'link for a new password')
    else await record(transaction, by, now, 'invited', account, 'again')
    return { person: await personOf(transaction, id), ...link }
  })
}

/** Throws 404, and 409 when no owner would be left. */
export function changePerson(
  { db, clock }: Parts,
  by: Actor,
  id: string,
  change: PersonChange,
): Promise<Person> {
  return inTransaction(db, async (transaction) => {
    const account = await accountOf(transaction, id)
    const role = change.role ?? account.role
    const username = change.username ?? account.username
    if (role !== 'owner') await refuseLastOwner(transaction, account)
    await updateAccount(transaction, id, { role, username })
    const detail = [
      ...(role === account.role ? [] : [`role ${account.role} → ${role}`]),
      ...(username === account.username ? [] : [`name ${account.username} → ${username}`]),
    ].join(', ')
    if (detail) await record(transaction, by, clock(), 'changed', { id, username }, detail)
    return personOf(transaction, id)
  })
}

/** Ends the person's sessions as well. Throws 404, and 409 when no owner would be left. */
export function removePerson({ db, clock }: Parts, by: Actor, id: string): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const account = await accountOf(transaction, id)
    await refuseLastOwner(transaction, account)
    await deleteAccount(transaction, id)
    await record(transaction, by, clock(), 'deleted', account, account.email)
  })
}

/** For somebody who lost the telephone. Throws 404. */
export function turnOffSecondFactor({ db, clock }: Parts, by: Actor, id: string): Promise<Person> {
  return inTransaction(db, async (transaction) => {
    const account = await accountOf(transaction, id)
    if (account.secondFactor) {
      await replaceSecondFactor(transaction, id, undefined)
      await record(transaction, by, clock(), 'changed', account, 'second factor turned off')
    }
    return personOf(transaction, id)
  })
}

async function refuseLastOwner(db: Db, account: Account): Promise<void> {
  if (account.role !== 'owner' || (await countOtherOwners(db, account.id)) > 0) return
  throw new Refusal(
    409,
    'last-owner',
    `${account.username} is the last owner. Make somebody else an owner first.`,
  )
}

async function accountOf(db: Db, id: string): Promise<Account> {
  const account = await findAccount(db, id)
  if (!account) throw notFound('Account')
  return account
}

async function personOf(db: Db, id: string): Promise<Person> {
  const person = (await listPeople(db)).find((candidate) => candidate.id === id)
  if (!person) throw notFound('Account')
  return person
}

function record(
  db: Db,
  by: Actor,
  now: Date,
  action: LogAction,
  { id, username }: Pick<Account, 'id' | 'username'>,
  detail: string,
): Promise<void> {
  const subject = { subject: 'account', subjectId: id, subjectName: username } as const
  return recordChange(db, by, { at: timestamp(now), action, ...subject, detail })
}
