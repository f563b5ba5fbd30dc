import type { ApiKey } from '#contracts/account/api-key.ts'
import { KEY_SCOPES } from '#contracts/account/permission.ts'
import { ROLES, type Role } from '#contracts/account/role.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { countMatches } from '#server/database/page.ts'

export async function insertApiKey(tx: Tx, key: ApiKey, secretHash: string): Promise<void> {
  await tx
    .insertInto('api_key')
    .values({
      id: key.id,
      name: key.name,
      secret_hash: secretHash,
      scopes_json: JSON.stringify(key.scopes),
      account_id: key.accountId,
      created_at: key.createdAt,
      valid_until: key.validUntil,
      used_at: key.usedAt,
    })
    .execute()
}

/** Returns all API keys, newest first. */
export async function listApiKeys(db: Db): Promise<ApiKey[]> {
  const rows = await selectApiKeys(db).orderBy('api_key.created_at', 'desc').orderBy('api_key.id').execute()
  return rows.map(toApiKey)
}

/** Returns a key with the permissions that its account has now. */
export async function findApiKey(db: Db, secretHash: string): Promise<ApiKey | undefined> {
  const row = await selectApiKeys(db).where('secret_hash', '=', secretHash).executeTakeFirst()
  return row && toApiKey(row)
}

export async function countApiKeys(db: Db, accountId: string): Promise<number> {
  return countMatches(db.selectFrom('api_key').where('account_id', '=', accountId))
}

/** Stores the time of the last request with a key. */
export async function touchApiKey(tx: Tx, { id, at }: { id: string; at: string }): Promise<void> {
  await tx.updateTable('api_key').set({ used_at: at }).where('id', '=', id).execute()
}

/** Deletes a key and returns its name, or undefined when there is none. */
export async function deleteApiKey(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.deleteFrom('api_key').where('id', '=', id).returning('name').executeTakeFirst()
  return row?.name
}

const selectApiKeys = (db: Db) =>
  db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .select([
      'api_key.id',
      'name',
      'scopes_json',
      'account.id as account_id',
      'username',
      'role',
      'api_key.created_at',
      'valid_until',
      'used_at',
    ])

type ApiKeyRow = Awaited<ReturnType<ReturnType<typeof selectApiKeys>['execute']>>[number]

function toApiKey(row: ApiKeyRow): ApiKey {
  const scopes = JSON.parse(row.scopes_json) as string[]
  const { permissions } = ROLES[row.role as Role]
  return {
    id: row.id,
    name: row.name,
    scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope) && permissions.includes(scope)),
    accountId: row.account_id,
    accountName: row.username,
    createdAt: row.created_at,
    validUntil: row.valid_until,
    usedAt: row.used_at,
  }
}
