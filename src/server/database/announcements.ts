import pg from 'pg'

/** Where the tables of what the public sees announce every change (migrations/0005-instances.ts). */
const CHANNEL = 'capstan_content'
const RECONNECT_MS = 250
const CONNECT_MS = 3000
/** So often it is asked whether the line still carries: one that died in silence would announce nothing. */
const BEAT_MS = 5000
const BEAT_PATIENCE_MS = 3000

export interface Announcements {
  /** Calls back after a change by another than `own`, and after a time in which one could have been missed. */
  onChange(listener: () => void): void
  close(): Promise<void>
}

/**
 * Listens to the announcements of a PostgreSQL server on a connection of its own, and connects again whenever it is
 * lost. `own`: the name of this process's connections, which knows of its own changes already.
 */
export function listenForChanges(url: string, own: string): Announcements {
  const listeners: (() => void)[] = []
  let client: pg.Client | undefined
  let next: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const attempt = new pg.Client({
      connectionString: url,
      application_name: own,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: BEAT_PATIENCE_MS,
      keepAlive: true,
    })
    attempt.on('error', () => {})
    let beat: NodeJS.Timeout | undefined
    attempt.once('end', () => {
      clearInterval(beat)
      if (!isClosed) next = setTimeout(connect, RECONNECT_MS)
    })
    attempt.on('notification', ({ payload }) => {
      if (payload !== own) announce()
    })
    client = attempt
    try {
      await attempt.connect()
      await attempt.query(`listen ${CHANNEL}`)
      // What was announced before is lost, also to those who have read already.
      announce()
      beat = setInterval(() => attempt.query('select 1').catch(() => attempt.end()), BEAT_MS).unref()
    } catch {
      await attempt.end().catch(() => {})
    }
  }

  const announce = () => {
    for (const listener of listeners) listener()
  }

  connect()
  return {
    onChange: (listener) => listeners.push(listener),
    async close() {
      isClosed = true
      clearTimeout(next)
      await client?.end().catch(() => {})
    },
  }
}
