import { Role, type User } from '#contracts/account/account.ts'
import type { AuditAction } from '#contracts/account/audit-log.ts'
import { describeDeletedKeys } from '#server/accounts/audit.ts'
import { normalizeEmail } from '#server/accounts/rules.ts'
import { hashPassword } from '#server/accounts/sign-in/password.ts'
import { checkNewPassword } from '#server/accounts/sign-in/password-strength.ts'
import {
  findAccountByEmail,
  insertAccount,
  listAccounts,
  replaceSecondFactor,
  resetPassword,
} from '#server/accounts/store.ts'
import { readConfig } from '#server/config.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { openDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { systemClock, toIso } from '#server/kernel/clock.ts'
import { newSecret } from '#server/kernel/ids.ts'

const DEFAULT_ROLE: Role = 'owner'
const USAGE = `npm run admin -- list
npm run admin -- add EMAIL [ROLE]    add an account with a new password; ROLE is one of ${Role.options.join(', ')}; default: ${DEFAULT_ROLE}
npm run admin -- reset EMAIL         give an account a new password, end its sessions, delete its API keys and turn off its second factor
The password is generated and printed once. Set ADMIN_PASSWORD to choose it.`

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function main([command, email, role]: string[]): Promise<void> {
  const config = readConfig()
  const database = await openDatabase(config)
  const { db } = database
  try {
    if (command === 'list') await list(db)
    else if (command === 'add' && email) {
      await add(db, {
        email: parseEmail(email),
        role: parseRole(role),
        chosen: config.firstAdmin.password,
      })
    } else if (command === 'reset' && email) await reset(db, parseEmail(email), config.firstAdmin.password)
    else throw new Error(USAGE)
  } finally {
    await database.close()
  }
}

async function list(db: Db): Promise<void> {
  for (const { email, role } of await listAccounts(db)) console.log(`${email}  ${role}`)
}

async function add(
  db: Db,
  { email, role, chosen }: { email: string; role: Role; chosen: string | undefined },
): Promise<void> {
  const password = chosen ?? newSecret().slice(0, 16)
  await checkNewPassword(password, [email])
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    if (await findAccountByEmail(tx, email))
      throw new Error(`${email} already has an account. To change its password, use reset.`)
    const at = toIso(systemClock())
    const user = await insertAccount(tx, { email, role, passwordHash, at })
    await auditChange(tx, at, 'created', user, `${email}, as ${role}`)
  })
  printResult(email, password, chosen)
}

async function reset(db: Db, email: string, chosen: string | undefined): Promise<void> {
  const password = chosen ?? newSecret().slice(0, 16)
  await checkNewPassword(password, [email])
  const passwordHash = await hashPassword(password)
  const hadSecondFactor = await inTransaction(db, async (tx) => {
    const account = await findAccountByEmail(tx, email)
    if (!account) throw new Error(`There is no account with the e-mail address ${email}.`)
    const keys = await resetPassword(tx, { id: account.id, passwordHash })
    await replaceSecondFactor(tx, account.id, undefined)
    const hadFactor = account.secondFactor !== undefined
    const detail = `new password${hadFactor ? ', second factor turned off' : ''}${describeDeletedKeys(keys)}`
    await auditChange(tx, toIso(systemClock()), 'changed', account, detail)
    return hadFactor
  })
  printResult(email, password, chosen)
  if (hadSecondFactor) console.log('The second factor is off. It can be turned on again under Your account.')
}

/** The audit log names 'Console', because a command runs without an account. */
function auditChange(
  tx: Tx,
  at: string,
  action: AuditAction,
  { id, username }: User,
  detail: string,
): Promise<void> {
  const subject = { subject: 'account', subjectId: id, subjectName: username } as const
  return writeAuditEntry(tx, { accountId: undefined, name: 'Console' }, { at, action, ...subject, detail })
}

function printResult(email: string, password: string, chosen: string | undefined): void {
  console.log(
    `${email} can sign in with ${chosen ? 'the password from ADMIN_PASSWORD' : `the password ${password}`}`,
  )
}

function parseEmail(text: string): string {
  const email = normalizeEmail(text)
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error(`${text} is not an e-mail address.`)
  return email
}

function parseRole(text: string | undefined): Role {
  const role = Role.safeParse(text ?? DEFAULT_ROLE)
  if (!role.success) throw new Error(`${text} is not a role. The roles are ${Role.options.join(', ')}.`)
  return role.data
}
