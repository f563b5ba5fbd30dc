import pg from 'pg'

/** Where the tables of what the public sees announce every change (migrations/0005-instances.ts). */
const CHANNEL = 'capstan_content'
const RECONNECT_DELAY_MS = 250
/** For connecting, and for every answer. */
const TIMEOUT_MS = 3000
/** A connection that was lost without a word is found out within this and the patience. */
const HEARTBEAT_INTERVAL_MS = 5000

export interface ChangeListener {
  /** Calls back after a change by another, and after a time in which one could have been missed; in the order of asking. */
  onChange(listener: () => void): void
  close(): Promise<void>
}

/**
 * Listens to the announcements of a PostgreSQL server on a connection of its own, and connects again whenever it is
 * lost. `own`: the name of this process's connections, which knows of its own changes already.
 */
export function openChangeListener(url: string, applicationName: string): ChangeListener {
  const listeners: (() => void)[] = []
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const attempt = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
    })
    attempt.on('error', () => {})
    attempt.once('end', () => {
      if (!isClosed) timer = setTimeout(connect, RECONNECT_DELAY_MS)
    })
    attempt.on('notification', ({ payload }) => {
      if (payload !== applicationName) notifyListeners()
    })
    client = attempt
    try {
      await attempt.connect()
      await attempt.query(`listen ${CHANNEL}`)
      // What was announced before is lost.
      notifyListeners()
      scheduleHeartbeat(attempt)
    } catch {
      await attempt.end().catch(() => {})
    }
  }

  function scheduleHeartbeat(connectedClient: pg.Client): void {
    timer = setTimeout(() => {
      connectedClient.query('select 1').then(
        () => scheduleHeartbeat(connectedClient),
        () => connectedClient.end().catch(() => {}),
      )
    }, HEARTBEAT_INTERVAL_MS)
    timer.unref()
  }

  const notifyListeners = () => {
    for (const listener of listeners) listener()
  }

  connect()
  return {
    onChange: (listener) => listeners.push(listener),
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
