import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './db.ts'
import { up as initial } from './migrations/0001-initial.ts'
import { up as search } from './migrations/0002-search.ts'
import { up as admin } from './migrations/0003-admin.ts'
import { up as searchOrder } from './migrations/0004-search-order.ts'
import { up as notifyTriggers } from './migrations/0005-notify-triggers.ts'
import { up as wordNgrams } from './migrations/0006-word-ngrams.ts'
import { up as itemText } from './migrations/0007-item-text.ts'
import { up as standardNames } from './migrations/0008-standard-names.ts'
import { up as enquiryContents } from './migrations/0009-enquiry-contents.ts'
import { up as enquiryOrder } from './migrations/0010-enquiry-order.ts'
import { up as adminSortOrders } from './migrations/0011-admin-sort-orders.ts'
import { up as gettingStarted } from './migrations/0012-getting-started.ts'
import { up as siteContentHistory } from './migrations/0013-site-content-history.ts'
import { up as backupConfirmation } from './migrations/0014-backup-confirmation.ts'
import { up as commercialFields } from './migrations/0015-commercial-fields.ts'
import { up as itemImports } from './migrations/0016-item-imports.ts'
import { up as looseItemNames } from './migrations/0017-loose-item-names.ts'
import { up as trigramPendingLists } from './migrations/0018-trigram-pending-lists.ts'
import { up as specificationTemplates } from './migrations/0019-specification-templates.ts'
import { up as itemDocuments } from './migrations/0020-item-documents.ts'
import { up as itemRelations } from './migrations/0021-item-relations.ts'
import { up as qualityDismissals } from './migrations/0022-quality-dismissals.ts'
import { up as assemblyDrawings } from './migrations/0023-assembly-drawings.ts'
import { up as quantities } from './migrations/0024-quantities.ts'
import { up as quotations } from './migrations/0025-quotations.ts'
import { up as listColumns } from './migrations/0026-list-columns.ts'
import { up as scopesOfLinks } from './migrations/0028-scopes-of-links.ts'
import { up as quotationStates } from './migrations/0030-quotation-states.ts'
import { up as personalData } from './migrations/0031-personal-data.ts'
import { up as actorsOfImports } from './migrations/0032-actors-of-imports.ts'
import { up as ownersOfApiKeys } from './migrations/0033-owners-of-api-keys.ts'
import { up as confirmedSteps } from './migrations/0034-confirmed-steps.ts'

/**
 * All migrations in order. Databases store the keys, so that a released key never changes; a released migration never
 * changes either and imports nothing but kysely and migrations/frozen.ts.
 */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-start': { up: initial },
  '0002-finding': { up: search },
  '0003-office': { up: admin },
  '0004-shelves': { up: searchOrder },
  '0005-instances': { up: notifyTriggers },
  '0006-words': { up: wordNgrams },
  '0007-texts': { up: itemText },
  '0008-standard-names': { up: standardNames },
  '0009-enquiry-contents': { up: enquiryContents },
  '0010-enquiry-order': { up: enquiryOrder },
  '0011-admin-sort-orders': { up: adminSortOrders },
  '0012-getting-started': { up: gettingStarted },
  '0013-site-content-history': { up: siteContentHistory },
  '0014-backup-confirmation': { up: backupConfirmation },
  '0015-commercial-fields': { up: commercialFields },
  '0016-item-imports': { up: itemImports },
  '0017-loose-item-names': { up: looseItemNames },
  '0018-trigram-pending-lists': { up: trigramPendingLists },
  '0019-specification-templates': { up: specificationTemplates },
  '0020-item-documents': { up: itemDocuments },
  '0021-item-relations': { up: itemRelations },
  '0022-quality-dismissals': { up: qualityDismissals },
  '0023-assembly-drawings': { up: assemblyDrawings },
  '0024-quantities': { up: quantities },
  '0025-quotations': { up: quotations },
  '0026-list-columns': { up: listColumns },
  '0028-scopes-of-links': { up: scopesOfLinks },
  '0030-quotation-states': { up: quotationStates },
  '0031-personal-data': { up: personalData },
  '0032-actors-of-imports': { up: actorsOfImports },
  '0033-owners-of-api-keys': { up: ownersOfApiKeys },
  '0034-confirmed-steps': { up: confirmedSteps },
}

/** The schema version of every database that this version of the program has opened. */
export const LATEST_MIGRATION = Object.keys(MIGRATIONS).at(-1)!

/** The table in which `npm run transfer` stores its progress; the end of the transfer drops it. */
export const TRANSFER_STATE_TABLE = 'transfer_state'
const TRANSFER_STATE_TABLE_UNTIL_0007 = 'unfinished_move'

/** Whether this version has the migration; a database or backup with another one was written by a newer version. */
export const isKnownMigration = (name: string): boolean => Object.hasOwn(MIGRATIONS, name)

/**
 * Runs the migrations that are missing, all in one transaction. Concurrent callers wait for the first one. Throws an
 * error with a message for the user when an unfinished transfer or a newer version has written the database.
 */
export async function migrate(db: Db): Promise<void> {
  await assertUsable(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function assertUsable(db: Db): Promise<void> {
  const { schemaVersion, isUnfinished } = await getDatabaseState(db)
  if (isUnfinished)
    throw new Error(
      'A transfer into this database has not ended. Run the same `npm run transfer` again, then start the site.',
    )
  if (schemaVersion === undefined || isKnownMigration(schemaVersion)) return
  throw new Error(
    `This database was written by a newer version of Capstan (migration ${schemaVersion}). Start that version, or restore a backup made with this one.`,
  )
}

export interface DatabaseState {
  tables: ReadonlySet<string>
  /** The key of the last migration; undefined when this is not the database of a site. */
  schemaVersion: string | undefined
  /** The database is the target of a transfer, by any version, that has not ended. */
  isUnfinished: boolean
}

/** Reads the tables and the schema version of a database. */
export async function getDatabaseState(db: Db): Promise<DatabaseState> {
  const found = await db.introspection.getTables({ withInternalKyselyTables: true })
  const tables = new Set(found.filter(({ isView }) => !isView).map(({ name }) => name))
  const isUnfinished = tables.has(TRANSFER_STATE_TABLE) || tables.has(TRANSFER_STATE_TABLE_UNTIL_0007)
  if (!tables.has('kysely_migration')) return { tables, schemaVersion: undefined, isUnfinished }
  const { rows } = await sql<{
    name: string | null
  }>`select max(name) as name from kysely_migration`.execute(db)
  return { tables, schemaVersion: rows[0]?.name ?? undefined, isUnfinished }
}
