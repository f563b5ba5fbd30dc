import pg from 'pg'

/** The triggers on the tables of public data notify this channel (migrations/0005-notify-triggers.ts). */
const CHANNEL = 'capstan_content'
const RECONNECT_DELAY_MS = 250
/** For connecting and for every query. */
const TIMEOUT_MS = 3000
/** A connection that was lost without an error is detected within this time plus the timeout. */
const HEARTBEAT_INTERVAL_MS = 5000

export interface ChangeListener {
  /** Calls back after a change by another process and after every reconnection, which may have missed one. */
  onChange(listener: () => void): void
  close(): Promise<void>
}

/**
 * Listens for notifications of a PostgreSQL server on its own connection, and reconnects when it is lost. Notifications by
 * connections named `applicationName`, those of this process, are ignored.
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
      // Notifications before this moment are lost.
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
