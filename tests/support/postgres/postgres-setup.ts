import { openDatabase } from '#server/database/open.ts'
import { startPostgres } from './postgres.ts'

/** Setup of the PostgreSQL run: `PG_URL` names an empty database on an existing server; otherwise a server is started. */
export default async function setUpPostgres() {
  const { PG_URL } = process.env
  const server = PG_URL ? undefined : await startPostgres()
  const template = PG_URL ?? (await server!.createDatabase())
  const database = await openDatabase({ dataDir: '', databaseUrl: template })
  await database.close()
  process.env.TEST_DATABASE = template
  return () => server?.remove()
}
