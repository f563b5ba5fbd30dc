import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { IMPORT_CONNECTION_NAME } from '#server/database/db.ts'
import { openChangeListener } from '#server/database/postgres/change-listener.ts'
import { openPostgres } from '#server/database/postgres/dialect.ts'
import { createItemPlan, insertItems } from '../support/fixtures/bulk-items.ts'
import { isOnPostgres } from '../support/postgres/db-engine.ts'
import { startSite } from '../support/site.ts'

test.runIf(isOnPostgres)(
  'The transactions of an import invalidate caches once per second, also after the last one',
  async () => {
    const site = await startSite()
    const url = site.environment.DATABASE_URL!
    await insertItems(
      site,
      ['A', 'B'].map((name) => createItemPlan('spare', { name })),
    )
    const importing = openPostgres(url, { name: IMPORT_CONNECTION_NAME, forImport: true })
    const listener = await openChangeListener(url, 'another instance')
    let changes = 0
    listener.onChange(() => changes++)
    for (let time = 0; time < 6; time++) await sql`update item set is_demo = 0`.execute(importing)
    await expect.poll(() => changes).toBe(1)
    await expect.poll(() => changes).toBe(2)
    await listener.close()
    await importing.destroy()
    await site.close()
  },
)
