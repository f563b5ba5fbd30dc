import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { interpretQuery } from '#server/catalogue/search/query-interpretation.ts'
import { openDatabase } from '#server/database/open.ts'
import { createListSource } from '../../support/list-source.ts'

test.each([
  ['spare', 'headstock gear CL 40'],
  ['spare', 'CL 40'],
  ['machine', 'parts for CL 40'],
  ['machine', 'capstan lathe'],
] as const)('A search among the %ss for "%s" that loses the database fails once', async (kind, search) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'capstan-test-'))
  const database = await openDatabase({ dataDir })
  await database.close()
  // An unhandled rejection ends the process of the site.
  const unhandled: unknown[] = []
  const listener = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', listener)
  await expect(interpretQuery(createListSource(database.db), kind, search)).rejects.toThrow()
  await nextTurn()
  process.off('unhandledRejection', listener)
  expect(unhandled).toEqual([])
  await rm(dataDir, { recursive: true })
})
