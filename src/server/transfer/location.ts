import { resolve } from 'node:path'
import type { DatabaseSettings } from '#server/database/db.ts'

/** The application_name of the connections of a transfer; that of a site begins with 'capstan '. */
export const APPLICATION_NAME = 'capstan-transfer'

/** 'the folder /srv/data' or 'the database capstan on db.example.in', without the secret parts of the URL. */
export function formatLocation({ dataDir, databaseUrl }: DatabaseSettings): string {
  if (!databaseUrl) return `the folder ${resolve(dataDir)}`
  const { pathname, host } = new URL(databaseUrl)
  return `the database ${pathname.slice(1)} on ${host || 'this machine'}`
}
