import type { ApiKey } from '#contracts/api-key.ts'
import { KEY_SCOPES } from '#contracts/permission.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { Tables } from '#server/database/tables.ts'

const API_KEY_COLUMNS = ['id', 'name', 'scopes_json', 'created_by', 'created_at', 'used_at'] as const

export async function insertApiKey(tx: Tx, { usedAt, ...key }: ApiKey, secretHash: string): Promise<void> {
  await tx
    .insertInto('api_key')
    .values({
      id: key.id,
      name: key.name,
      secret_hash: secretHash,
      scopes_json: JSON.stringify(key.scopes),
      created_by: key.createdBy,
      created_at: key.createdAt,
      used_at: usedAt,
    })
    .execute()
}

/** Returns all API keys, newest first. */
export async function listApiKeys(db: Db): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_key')
    .select(API_KEY_COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toApiKey)
}

export async function findApiKey(db: Db, secretHash: string): Promise<ApiKey | undefined> {
  const row = await db
    .selectFrom('api_key')
    .select(API_KEY_COLUMNS)
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
  return row && toApiKey(row)
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

type ApiKeyRow = Pick<Tables['api_key'], (typeof API_KEY_COLUMNS)[number]>

function toApiKey(row: ApiKeyRow): ApiKey {
  const scopes = JSON.parse(row.scopes_json) as string[]
  return {
    id: row.id,
    name: row.name,
    scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)),
    createdBy: row.created_by,
    createdAt: row.created_at,
    usedAt: row.used_at,
  }
}
