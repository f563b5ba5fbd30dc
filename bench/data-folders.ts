import { createHash } from 'node:crypto'
import {
  cpSync,
  createReadStream,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DATABASE_FILE, openSqliteFile } from '#server/database/sqlite/file.ts'
import { seedCatalogue } from './seed-catalogue.ts'
import { withSite } from './site.ts'

const PROJECT = join(import.meta.dirname, '..')
const DATA_ROOT = join(import.meta.dirname, '.data')
const CHUNK_BYTES = 1_000_000
const AVIF_TIMEOUT_MS = 15 * 60_000
const AVIF_POLL_INTERVAL_MS = 1000
/** The number of items of a new site with the demo catalogue. */
export const DEMO_SIZE = 125
/** The sources that determine the content of a data folder. A change of one of them creates new folders. */
const FINGERPRINTED_FILES = [
  'src/server/database/migrations/*',
  'src/server/database/search/*',
  'src/server/catalogue/search/store-derived-data.ts',
  'src/server/catalogue/search/query-parsing.ts',
  'src/server/catalogue/search/quantities/*',
  'src/contracts/quantities/*',
  'src/server/kernel/text.ts',
  'bench/seed-catalogue.ts',
  'bench/part-generator.ts',
  'demo/**/*',
]

/** Returns a data folder with this number of items. It is created on first use and is not changed later. */
export async function prepareDataFolder(items: number): Promise<string> {
  const folder = join(DATA_ROOT, fingerprint(), String(items))
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  const partialFolder = `${folder}.making`
  rmSync(partialFolder, { recursive: true, force: true })
  if (items === DEMO_SIZE) await withSite({ dataDir: partialFolder }, () => waitForAvifFiles(partialFolder))
  else {
    cpSync(await prepareDataFolder(DEMO_SIZE), partialFolder, { recursive: true })
    const sqlite = openSqliteFile(join(partialFolder, DATABASE_FILE))
    seedCatalogue(sqlite, items)
    sqlite.close()
  }
  renameSync(partialFolder, folder)
  return folder
}

/** Waits until the site has encoded all pictures in the background, so that no measurement runs beside that. */
async function waitForAvifFiles(folder: string): Promise<void> {
  const sqlite = openSqliteFile(join(folder, DATABASE_FILE))
  const select = sqlite.prepare('select count(*) as pending from media where avif_at is null')
  const deadline = Date.now() + AVIF_TIMEOUT_MS
  while (Number(select.get()?.pending) > 0) {
    if (Date.now() > deadline) throw new Error('The pictures of the demo were not encoded in time.')
    await pause(AVIF_POLL_INTERVAL_MS)
  }
  sqlite.close()
}

/**
 * Returns the folder of a catalogue that is too large to be copied. Its tables are read once, so that they are in the
 * kernel's file cache and the disk is not measured.
 */
export async function prepareLargeFolder(items: number): Promise<string> {
  const folder = await prepareDataFolder(items)
  for await (const _ of createReadStream(join(folder, DATABASE_FILE), { highWaterMark: CHUNK_BYTES }));
  return folder
}

/** Copies a data folder for writing. The copy is deleted when this process ends. */
export async function createWorkingCopy(items: number): Promise<string> {
  const folder = join(DATA_ROOT, `work-${process.pid}-${items}`)
  rmSync(folder, { recursive: true, force: true })
  cpSync(await prepareDataFolder(items), folder, { recursive: true })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Deletes folders of killed runs and of older sources: a million spare parts take 3 GB. */
export function removeOutdatedFolders(): void {
  mkdirSync(DATA_ROOT, { recursive: true })
  const current = fingerprint()
  for (const name of readdirSync(DATA_ROOT))
    if (name !== current) rmSync(join(DATA_ROOT, name), { recursive: true, force: true })
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const path of globSync(FINGERPRINTED_FILES, { cwd: PROJECT }).sort()) {
    const file = join(PROJECT, path)
    if (statSync(file).isFile()) hash.update(path).update('\0').update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}
